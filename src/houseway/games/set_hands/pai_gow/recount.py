"""How the figures of pai gow are counted a second time. A round needs all 32 tiles: the reduced
set is one out of which the two sides that meet are dealt."""

SETS = ("pai_gow", "bank")
ON_DICE = ("odd", "even", "double", "match", "triple", "dice_bonus")
WITH = {name: {"pai_gow": 1000} for name in ON_DICE}
