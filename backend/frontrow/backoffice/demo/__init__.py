"""A believable business to look at: what `manage.py demo` puts into a development database.

Everything the demo makes carries an address under one reserved domain (`marks.py`), so a later
run finds it again and nothing else is touched. People, bootcamps and bundles are brought up to
date in place and keep their ids; what people did (purchases, messages) is removed and made anew.
"""
