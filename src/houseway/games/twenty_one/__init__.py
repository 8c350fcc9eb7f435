"""Games of 21 from a shoe: blackjack and its relatives.

What they share is here as plain functions; what differs is a rule of the rulebook (``rules.py``
lists every rule that is read and what holds where a rulebook is silent), and what a game does
besides at moments of the round comes as ``Moments``.

- ``rules.py``, ``moments.py``: what the family reads of a rulebook; what a game adds to a round
- ``twentyone.py``, ``hand.py``, ``hand_names.py``: totals, fates, rows and names of hands: pure
  rules that table, solver and kernel call
- ``boxes.py``: hands and wagers of a box by name: ``main``, ``split_2``, ``double``, attacks
- ``behind.py``: several people who bet on one box
- ``dealing.py``: who may bet, first and second cards, wagers added meanwhile, the end of a round
- ``insurance.py``: insurance, even money, the card reader
- ``decisions.py``: surrender, split, double, hit, stand: each hand until it is complete
- ``dealer.py``: the dealer's hand and the settlement
- ``third_card.py``: the wager that the dealer goes over with three cards
- ``match_dealer.py``, ``super_bonus.py``: wagers and bonuses that several games may have
- ``switching.py``: two hands of one player whose second cards may change places
- ``reports.py``: what of an irregularity the cards must bear out
- ``shoe_cards.py``: wagers that the first few cards of a shoe decide, counted
- ``composition/``: every hand against every start of a dealer's, exactly: ``Terms`` are a table's
  rules
- ``odds.py``, ``table_numbers.py``: ``Rules`` (``numbers(rules)`` from a rulebook), the front
  door of ``composition``: ``optimal``, ``play_by``, ``by_chart``, insurance
- ``attacks.py``: games in which wagers are added while cards are dealt
- ``choices.py``, ``totals.py``, ``chart.py``, ``strategy.py``: the worth of every choice; the
  best chart by totals; best play in numbers
- ``advice.py``, ``policies.py``, ``policy.py``, ``plan.py``, ``plans.yaml``: advice at a table;
  ways to decide, valued exactly and as plans for simulation
- ``figures.py``: results as data, a ``Figure`` a wager, and any own play
- ``deal_kernel.py``, ``attack_kernel.py``, ``dealt.py``: a seat's rounds as kernels, and their sums

A game's own wager on its first hand is called ``main``, whatever its layout calls it.
"""
