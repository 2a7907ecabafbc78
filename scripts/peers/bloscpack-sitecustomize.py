"""bloscpack 0.16 looks for the abstract base classes where Python had them up to 3.9."""
import collections
import collections.abc

for name in collections.abc.__all__:
    if not hasattr(collections, name):
        setattr(collections, name, getattr(collections.abc, name))
