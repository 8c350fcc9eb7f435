"""Every game as an environment for learning, straight from the referee.

>>> from houseway.gym import OneSeat
>>> env = OneSeat("three-card-blitz")
>>> seen, info = env.reset(seed=7)
>>> info["choices"]
['play', 'fold']

``OneSeat`` is a ``gymnasium.Env``, ``SeveralSeats`` a PettingZoo AEC environment, ``Evenings`` a
``gymnasium.vector.VectorEnv`` whose rounds the kernels deal. ``register()`` puts every game into
gymnasium's registry as ``houseway/GAME-v0``. It takes the extra ``houseway[gym]``.
"""

from houseway.gym.evenings import Evenings
from houseway.gym.one_seat import OneSeat, register
from houseway.gym.several_seats import SeveralSeats

__all__ = ["Evenings", "OneSeat", "SeveralSeats", "register"]
