"""The games behind the APIs that people in this field use: OpenSpiel, PettingZoo and Gymnasium.

Each module needs its own package; ``pip install 'petteia[research]'`` brings all three.
"""
