"""Words of the rulebooks by which ``sentences`` tells verbs from nouns, and orders from facts."""


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


# Verbs that tell somebody to do something, or what becomes of a thing.
ORDERS = _words(
    """
    add adjust advance agree announce ante ask assign authorize bank begin bet book break bring
    burn call cancel change check choose claim clear close collect come compare complete conduct
    confirm contribute copy cover cut deal decide declare decline deliver destroy determine
    discard dispense display divide double draw drop end enter examine expire explain face fill
    finish fold follow forfeit forgo form get give go halve hand hold inform insert inspect insure
    issue join keep key lace lay leave let lie lift lock look lose make mark move name offer open
    order override owe page pass pay pick place play point post present press price print prove
    push put raise rank read rebuild receive record redeem reduce remain remove repeat replace
    report request reset reshuffle rest retain return reveal rotate run say scramble select serve
    set settle shake share show shuffle sign sit spin split spread stack stand start state stay
    stop surrender swap switch take tear tell test throw total transfer triple try turn uncover
    use validate verify void wager wait wash win withdraw work write
    """
)
# Verbs of fact: nobody is ordered to do these.
FACTS = _words(
    """
    beat belong contain contend cost count depend fail fall find happen know lack like mean miss
    need owe qualify want wish
    """
)
# What may follow "shall be" besides a participle.
STATES = _words(
    """
    dead done due final free open responsible the valid void
    """
)
# Participles that do not end in -ed, -en or -wn.
PARTICIPLES = _words(
    """
    bet bought brought burnt cut dealt found given held hit kept laid left lit lost made met paid
    put read run sent set shown sold split spread spun told won
    """
)
# Base forms that are no nouns.
ALWAYS = _words(
    """
    go have lie
    """
)
# Words in -s that are verbs only after somebody who may do it.
OFTEN_NOUNS = _words(
    """
    antes banks bets checks claims covers cuts draws lights looks marks passes places plays points
    raises ranks shows stacks totals turns wagers
    """
)
# Words after which those are verbs.
ACTORS = _words(
    """
    also and bank banker bet boxperson button card clerk curator dealer device display else
    floorperson hand he house it left machine nobody or participant person player right runner
    screen shaker shooter sign stickperson supervisor system table then turn who writer
    """
)
# Base forms that are verbs after several subjects.
SELDOM_NOUNS = _words(
    """
    come confirm go keep lie lose make pay stay take win
    """
)
# Verbs that only people do.
MADE_BY_PEOPLE = _words(
    """
    bets raises wagers
    """
)
# Of the words after which there are verbs, those for things.
NO_PEOPLE = _words(
    """
    bet button card display hand left right table
    """
)
# Words that begin a relative clause.
RELATIVE = _words(
    """
    how that what whatever which who whoever whom whose
    """
)
# Words that begin a clause of time or condition.
WHEN = _words(
    """
    after as because before if once than unless until when whenever where whether while
    """
)
# Words that join verbs.
JOINS = _words(
    """
    and but nor or then
    """
)
# Words after which a word in -s is a noun.
BEFORE_NOUN = _words(
    """
    a additional against all an ante any as at between bonus both by community dead each equal
    every few first five flat folded for four from further her hidden high higher his hole in into
    its last late losing low lower many missing more most multiple new next no of on only opposing
    other own pair per place same second seven several side six some split such ten than the their
    these third this those three to two up verbal winning with without
    """
)
# Plurals without -s.
PLURALS = _words(
    """
    all both dice ones others people who
    """
)
# Verbs that follow a plural.
BASES = _words(
    """
    act begin bet buy come confirm contend copy count decide draw drop follow give go join keep
    leave lose make move pass pay place play press push put remain return serve set share show
    split stand stay take turn wager wait win
    """
)
# Adverbs that stand between a verb and its participle.
ADVERBS = _words(
    """
    again also always first never not only still then
    """
)
# Words in -s that may be nouns; others are verbs wherever they stand.
NOUNISH = _words(
    """
    advances answers antes banks bets calls claims counts covers cuts deals discards displays
    doubles draws ends examines faces fills folds forms halves hands holds keys lights locks looks
    marks moves names offers orders pages passes picks places plays points posts presents presses
    prices prints raises ranks reads records repeats reports requests resets rests returns rotates
    runs says serves sets settles shakes shares shows shuffles signs sits spins splits spreads
    stacks stands starts states stays stops switches tests throws totals transfers tries triples
    turns uses wagers waits washes wins works
    """
)
