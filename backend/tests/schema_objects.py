"""Every object of a database's schema as one text, so that two schemas compare as sets."""

import re

from tests.postgres import Database

# PostgreSQL spells a rule that was dumped and loaded with other casts and parentheses.
SPELLING = re.compile(r"::(character varying|text)(\[\])?|[()]")

# Keys and indexes without their names, because Django names them after its version's rules.
QUERIES = {
    "column": """
        SELECT format('%%s.%%s %%s%%s%%s%%s%%s', c.relname, a.attname,
            format_type(a.atttypid, a.atttypmod),
            CASE WHEN a.attnotnull THEN ' not null' END,
            ' default ' || pg_get_expr(d.adbin, d.adrelid),
            ' identity ' || nullif(a.attidentity::text, ''),
            ' generated ' || nullif(a.attgenerated::text, ''))
        FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid AND c.relkind IN ('r', 'v')
        LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
        WHERE c.relnamespace = 'public'::regnamespace AND a.attnum > 0 AND NOT a.attisdropped""",
    "constraint": """
        SELECT format('%%s %%s %%s %%s', conrelid::regclass,
            CASE WHEN contype <> 'f' THEN conname END, pg_get_constraintdef(oid), convalidated)
        FROM pg_constraint WHERE connamespace = 'public'::regnamespace""",
    "index": """
        SELECT regexp_replace(indexdef, 'INDEX \\S+ ON', 'INDEX ON')
        FROM pg_indexes WHERE schemaname = 'public'""",
    "function": """
        SELECT pg_get_functiondef(p.oid) FROM pg_proc p
        WHERE pronamespace = 'public'::regnamespace AND prokind IN ('f', 'p')
            AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = p.oid AND deptype = 'e')""",
    "trigger": "SELECT pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal",
    "view": "SELECT viewname || definition FROM pg_views WHERE schemaname = 'public'",
    "storage": """
        SELECT relname || reloptions::text FROM pg_class
        WHERE reloptions IS NOT NULL AND relnamespace = 'public'::regnamespace""",
    "extension": "SELECT extname::text FROM pg_extension",
}


def objects_of(database: Database) -> set[tuple[str, str]]:
    return {
        (kind, SPELLING.sub("", text))
        for kind, query in QUERIES.items()
        for (text,) in database.ask(query)
    }
