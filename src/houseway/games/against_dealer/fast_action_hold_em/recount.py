"""How the figures of fast action hold 'em are counted a second time: they are simulated, and once
more through the referee, card by card as it deals."""

from houseway.games.authoring.recount import Recount

RECOUNT = Recount()
