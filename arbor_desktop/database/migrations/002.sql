ALTER TABLE capture_file ADD COLUMN state TEXT NOT NULL DEFAULT '';  -- what a reader needs to go on in a file
