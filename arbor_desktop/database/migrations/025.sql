CREATE INDEX memory_event_told ON memory_event (memory_id, clock, after ->> '$.status',
    (json_type(before, '$.content') IS NOT NULL OR json_type(before, '$.details') IS NOT NULL
    OR json_type(before, '$.type') IS NOT NULL OR json_type(before, '$.scope') IS NOT NULL
    OR json_type(before, '$.scope_id') IS NOT NULL OR json_type(before, '$.branch') IS NOT NULL
    OR json_type(before, '$.privacy_level') IS NOT NULL)) WHERE
    (after ->> '$.status' IS NOT NULL OR json_type(before, '$.content') IS NOT NULL
    OR json_type(before, '$.details') IS NOT NULL OR json_type(before, '$.type') IS NOT NULL
    OR json_type(before, '$.scope') IS NOT NULL OR json_type(before, '$.scope_id') IS NOT NULL
    OR json_type(before, '$.branch') IS NOT NULL OR json_type(before, '$.privacy_level') IS NOT NULL);
