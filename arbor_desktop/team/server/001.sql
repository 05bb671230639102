-- Every login may use this schema, and sees nothing in it unless it is that of a member who joined and was not
-- removed: `me()` is null for all others. Times are milliseconds since the epoch, or timestamptz where only
-- the server writes them.
CREATE SCHEMA arbor;
CREATE EXTENSION pg_trgm SCHEMA arbor;
GRANT USAGE ON SCHEMA arbor TO PUBLIC;

CREATE TABLE arbor.team (
    one boolean PRIMARY KEY DEFAULT true CHECK (one),
    name text NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
    version integer NOT NULL
);

CREATE TABLE arbor.member (
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    name text NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
    login name NOT NULL UNIQUE,
    role text NOT NULL CHECK (role IN ('owner', 'member', 'reader')),
    invited boolean NOT NULL DEFAULT true,
    joined_at timestamptz,
    removed_at timestamptz,
    shares bigint NOT NULL DEFAULT 0 CHECK (shares BETWEEN 0 AND 100000),
    last_change timestamptz,
    changed xid8 NOT NULL DEFAULT pg_current_xact_id()
);
CREATE UNIQUE INDEX member_name ON arbor.member (lower(name)) WHERE removed_at IS NULL;

CREATE FUNCTION arbor.me() RETURNS uuid
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = arbor, pg_temp AS $$
    SELECT id FROM arbor.member WHERE login = session_user AND joined_at IS NOT NULL AND removed_at IS NULL
$$;

CREATE FUNCTION arbor.may_share() RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = arbor, pg_temp AS $$
    SELECT EXISTS (SELECT 1 FROM arbor.member WHERE id = arbor.me() AND role IN ('owner', 'member'))
$$;

CREATE TABLE arbor.memory (
    id uuid PRIMARY KEY,
    author uuid NOT NULL DEFAULT arbor.me() REFERENCES arbor.member,
    project_key text NOT NULL CHECK (length(project_key) BETWEEN 1 AND 500),
    project_name text NOT NULL CHECK (length(project_name) <= 500),
    content text NOT NULL CHECK (length(content) <= 10000),
    type text NOT NULL CHECK (length(type) <= 40),
    category text NOT NULL CHECK (length(category) <= 40),
    details jsonb NOT NULL DEFAULT '{}' CHECK (length(details::text) <= 25000),
    tags jsonb NOT NULL DEFAULT '[]' CHECK (length(tags::text) <= 5000),
    technology text NOT NULL DEFAULT '' CHECK (length(technology) <= 200),
    branch text NOT NULL DEFAULT '' CHECK (length(branch) <= 500),
    quote jsonb NOT NULL DEFAULT '[]' CHECK (length(quote::text) <= 25000),
    confidence real NOT NULL CHECK (confidence BETWEEN 0 AND 1),
    created_at bigint NOT NULL CHECK (created_at BETWEEN 0 AND 253402300799999),
    expires_at bigint CHECK (expires_at BETWEEN 0 AND 253402300799999),
    withdrawn boolean NOT NULL DEFAULT false CHECK (withdrawn = (content = '')),
    updated_at timestamptz NOT NULL DEFAULT now(),
    revision bigint NOT NULL DEFAULT 1,
    changed xid8 NOT NULL DEFAULT pg_current_xact_id(),
    words tsvector GENERATED ALWAYS AS (to_tsvector('simple', content)) STORED
);
CREATE INDEX memory_changed ON arbor.memory (changed, id);
CREATE INDEX memory_words ON arbor.memory USING gin (words);
CREATE INDEX memory_letters ON arbor.memory USING gin (content arbor.gin_trgm_ops);

-- Nobody says who wrote a row, or when: the server does. A withdrawn one keeps no text.
CREATE FUNCTION arbor.stamp_memory() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'UPDATE' THEN
        NEW.id := OLD.id;
        NEW.author := OLD.author;
        NEW.revision := OLD.revision + 1;
    END IF;
    IF NEW.withdrawn THEN
        NEW.content := '';
        NEW.details := '{}';
        NEW.tags := '[]';
        NEW.technology := '';
        NEW.branch := '';
        NEW.quote := '[]';
    END IF;
    NEW.updated_at := clock_timestamp();
    NEW.changed := pg_current_xact_id();
    RETURN NEW;
END $$;
CREATE TRIGGER stamp BEFORE INSERT OR UPDATE ON arbor.memory
FOR EACH ROW EXECUTE FUNCTION arbor.stamp_memory();

CREATE FUNCTION arbor.stamp_member() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.changed := pg_current_xact_id();
    RETURN NEW;
END $$;
CREATE TRIGGER stamp BEFORE UPDATE ON arbor.member FOR EACH ROW EXECUTE FUNCTION arbor.stamp_member();

-- Counts what members share, and has clients that LISTEN look for what is new.
CREATE FUNCTION arbor.count_shares() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = arbor, pg_temp AS $$
BEGIN
    IF TG_OP = 'INSERT' THEN
        UPDATE arbor.member m SET shares = shares + one.count, last_change = now()
        FROM (SELECT author, count(*) FILTER (WHERE NOT withdrawn) AS count FROM fresh GROUP BY author) one
        WHERE m.id = one.author;
    ELSE
        UPDATE arbor.member m SET shares = shares + one.count, last_change = now()
        FROM (
            SELECT author, sum(sign) AS count FROM (
                SELECT author, (NOT withdrawn)::integer AS sign FROM fresh
                UNION ALL SELECT author, -(NOT withdrawn)::integer FROM former
            ) AS signs GROUP BY author
        ) one
        WHERE m.id = one.author;
    END IF;
    PERFORM pg_notify('arbor', '');
    RETURN NULL;
END $$;
CREATE TRIGGER count_new AFTER INSERT ON arbor.memory REFERENCING NEW TABLE AS fresh
FOR EACH STATEMENT EXECUTE FUNCTION arbor.count_shares();
CREATE TRIGGER count_changed AFTER UPDATE ON arbor.memory REFERENCING NEW TABLE AS fresh OLD TABLE AS former
FOR EACH STATEMENT EXECUTE FUNCTION arbor.count_shares();

-- Who reads and writes what.
ALTER TABLE arbor.team ENABLE ROW LEVEL SECURITY;
ALTER TABLE arbor.member ENABLE ROW LEVEL SECURITY;
ALTER TABLE arbor.memory ENABLE ROW LEVEL SECURITY;
CREATE POLICY members_read ON arbor.team FOR SELECT USING ((SELECT arbor.me()) IS NOT NULL);
CREATE POLICY members_read ON arbor.member FOR SELECT USING ((SELECT arbor.me()) IS NOT NULL);
CREATE POLICY members_read ON arbor.memory FOR SELECT USING ((SELECT arbor.me()) IS NOT NULL);
CREATE POLICY authors_add ON arbor.memory FOR INSERT
WITH CHECK (author = (SELECT arbor.me()) AND (SELECT arbor.may_share()));
CREATE POLICY authors_change ON arbor.memory FOR UPDATE
USING (author = (SELECT arbor.me()))
WITH CHECK (author = (SELECT arbor.me()) AND (withdrawn OR (SELECT arbor.may_share())));  -- a reader withdraws
GRANT SELECT ON arbor.team, arbor.member, arbor.memory TO PUBLIC;
-- By columns: who may update a whole table may also lock it for all others.
GRANT INSERT (
    id, project_key, project_name, content, type, category, details, tags, technology, branch, quote, confidence,
    created_at, expires_at, withdrawn
), UPDATE (
    project_key, project_name, content, type, category, details, tags, technology, branch, quote, confidence,
    created_at, expires_at, withdrawn
) ON arbor.memory TO PUBLIC;

-- For any SQL tool, with a reader's login.
CREATE VIEW arbor.shared WITH (security_invoker = true) AS
SELECT m.id, m.project_name AS project, m.content AS text, m.type, m.category, m.tags, m.technology,
    a.name AS author, to_timestamp(m.created_at / 1000.0) AS created_at, m.updated_at
FROM arbor.memory m JOIN arbor.member a ON a.id = m.author WHERE NOT m.withdrawn;
GRANT SELECT ON arbor.shared TO PUBLIC;

-- A function, as row-level security keeps a search from using the indexes.
CREATE FUNCTION arbor.search(wanted text, most integer)
RETURNS TABLE (id uuid, text text, type text, project text, author text, updated_at timestamptz)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = arbor, pg_temp
SET pg_trgm.word_similarity_threshold = 0.4 AS $$
BEGIN
    IF arbor.me() IS NULL THEN
        RETURN;
    END IF;
    RETURN QUERY
    SELECT m.id, m.content, m.type, m.project_name, a.name, m.updated_at
    FROM arbor.memory m JOIN arbor.member a ON a.id = m.author, websearch_to_tsquery('simple', wanted) query
    WHERE m.words @@ query ORDER BY ts_rank(m.words, query) DESC, m.id LIMIT most;
    IF NOT FOUND THEN  -- with a slip of the fingers
        RETURN QUERY
        SELECT m.id, m.content, m.type, m.project_name, a.name, m.updated_at
        FROM arbor.memory m JOIN arbor.member a ON a.id = m.author
        WHERE wanted <% m.content ORDER BY word_similarity(wanted, m.content) DESC, m.id LIMIT most;
    END IF;
END $$;

-- What owners do. They run as the role that made this schema, which may create logins.
CREATE FUNCTION arbor.check_owner() RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = arbor, pg_temp AS $$
BEGIN
    IF NOT EXISTS (SELECT 1 FROM arbor.member WHERE id = arbor.me() AND role = 'owner') THEN
        RAISE insufficient_privilege USING MESSAGE = 'Only an owner of the team may do this.';
    END IF;
END $$;

CREATE FUNCTION arbor.check_owner_left() RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = arbor, pg_temp AS $$
BEGIN
    IF NOT EXISTS (
        SELECT 1 FROM arbor.member WHERE role = 'owner' AND joined_at IS NOT NULL AND removed_at IS NULL
    ) THEN
        RAISE check_violation USING MESSAGE = 'The team needs an owner. Make another member one first.';
    END IF;
END $$;

-- `verifier`: of the password, as SCRAM stores it. The password itself never gets here.
CREATE FUNCTION arbor.check_verifier(verifier text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    IF verifier !~ '^SCRAM-SHA-256\$[0-9]{4,7}:[A-Za-z0-9+/=]+\$[A-Za-z0-9+/=]+:[A-Za-z0-9+/=]+$' THEN
        RAISE check_violation USING MESSAGE = 'This is no SCRAM-SHA-256 verifier.';
    END IF;
END $$;

-- Ends the use of a login that an invitation made; others are the server's own administrators.
CREATE FUNCTION arbor.shut_out(gone arbor.member) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = arbor, pg_temp AS $$
BEGIN
    IF gone.invited THEN
        EXECUTE format('ALTER ROLE %I NOLOGIN', gone.login);
        PERFORM pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE usename = gone.login AND pid <> pg_backend_pid();
    END IF;
END $$;
REVOKE EXECUTE ON FUNCTION arbor.shut_out FROM PUBLIC;

-- `again`: a member who has a new computer, or lost the password, and stays the author of what they shared.
CREATE FUNCTION arbor.invite(name text, role text, verifier text, again boolean) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = arbor, pg_temp AS $$
DECLARE
    made text := 'arbor_' || replace(gen_random_uuid()::text, '-', '');
    old arbor.member;
BEGIN
    PERFORM arbor.check_owner();
    PERFORM arbor.check_verifier(verifier);
    IF again THEN
        SELECT * INTO old FROM arbor.member m WHERE lower(m.name) = lower(invite.name)
        ORDER BY m.removed_at IS NOT NULL, m.removed_at DESC LIMIT 1;
        IF NOT FOUND THEN
            RAISE no_data_found USING MESSAGE = 'The team has no member of this name.';
        END IF;
        PERFORM arbor.shut_out(old);
        UPDATE arbor.member m SET login = made, role = invite.role, invited = true,
            joined_at = NULL, removed_at = NULL WHERE m.id = old.id;
        PERFORM arbor.check_owner_left();
    ELSE
        INSERT INTO arbor.member (name, role, login) VALUES (invite.name, invite.role, made);
    END IF;
    EXECUTE format(
        'CREATE ROLE %I LOGIN PASSWORD %L VALID UNTIL %L', made, verifier, now() + interval '7 days'
    );
    EXECUTE format('GRANT CONNECT ON DATABASE %I TO %I', current_database(), made);
    EXECUTE format('GRANT %I TO %I', made, current_user);  -- to end its sessions
    PERFORM pg_notify('arbor', '');
    RETURN made;
END $$;

-- The invited member takes over their login: its password is from now on known to nobody else.
CREATE FUNCTION arbor.accept(my_name text, verifier text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = arbor, pg_temp AS $$
BEGIN
    PERFORM arbor.check_verifier(verifier);
    UPDATE arbor.member m SET joined_at = now(), name = coalesce(my_name, m.name)
    WHERE login = session_user AND invited AND joined_at IS NULL AND removed_at IS NULL;
    IF NOT FOUND THEN
        RAISE insufficient_privilege USING MESSAGE = 'This invitation was used or taken back.';
    END IF;
    EXECUTE format('ALTER ROLE %I PASSWORD %L VALID UNTIL ''infinity''', session_user, verifier);
    PERFORM pg_notify('arbor', '');
END $$;

CREATE FUNCTION arbor.set_role(member uuid, role text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = arbor, pg_temp AS $$
BEGIN
    PERFORM arbor.check_owner();
    UPDATE arbor.member m SET role = set_role.role WHERE m.id = member AND m.removed_at IS NULL;
    IF NOT FOUND THEN
        RAISE no_data_found USING MESSAGE = 'The team has no such member.';
    END IF;
    PERFORM arbor.check_owner_left();
    PERFORM pg_notify('arbor', '');
END $$;

CREATE FUNCTION arbor.end_membership(member uuid, withdraw boolean) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = arbor, pg_temp AS $$
DECLARE
    gone arbor.member;
BEGIN
    SELECT * INTO gone FROM arbor.member m WHERE m.id = member AND m.removed_at IS NULL;
    IF NOT FOUND THEN
        RAISE no_data_found USING MESSAGE = 'The team has no such member.';
    END IF;
    PERFORM arbor.shut_out(gone);  -- before anything that a session of theirs may hold a lock on
    UPDATE arbor.member m SET removed_at = now() WHERE m.id = member;
    PERFORM arbor.check_owner_left();
    IF withdraw THEN
        UPDATE arbor.memory SET withdrawn = true WHERE author = member AND NOT withdrawn;
    END IF;
    PERFORM pg_notify('arbor', '');
END $$;
REVOKE EXECUTE ON FUNCTION arbor.end_membership FROM PUBLIC;

CREATE FUNCTION arbor.remove(member uuid, withdraw boolean) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = arbor, pg_temp AS $$
BEGIN
    PERFORM arbor.check_owner();
    PERFORM arbor.end_membership(member, withdraw);
END $$;

CREATE FUNCTION arbor.leave() RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = arbor, pg_temp AS $$
BEGIN
    PERFORM arbor.end_membership(arbor.me(), false);
END $$;

-- The history that `changed` counts in: another one after the server was restored from a backup.
CREATE FUNCTION arbor.epoch() RETURNS text
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = arbor, pg_temp AS $$
    SELECT (SELECT system_identifier FROM pg_control_system()) || '/' ||
        (SELECT timeline_id FROM pg_control_checkpoint()) || '/' || 'arbor.memory'::regclass::oid
$$;
