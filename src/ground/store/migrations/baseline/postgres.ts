export const POSTGRES = `
-- Each word of a name or an e-mail address, with all its endings: a prefix search finds text inside a word. A prefix is
-- a range of the index only in byte order.
create table people_words (
  word text collate "C" not null,
  subject text not null,
  constraint people_words_key primary key (word, subject)
);
create index people_words_by_subject_word on people_words (subject, word);

-- The documents of the chat search: a title or a message each.
create table chatapp_search (
  doc bigint generated always as identity primary key,
  chat_id text not null references chatapp_chats (id) on delete cascade,
  message_id text not null,
  words tsvector,
  constraint chatapp_search_once unique (chat_id, message_id)
);
-- Without the pending list of new words, which each search would read.
create index chatapp_search_by_words on chatapp_search using gin (words) with (fastupdate = off);

-- The newest change of each account, in the order of commits: holders of a copy only read the changes. No write to an
-- account bypasses the trigger. Changes are serialized until their commit: after reading a number, all lower numbers
-- are visible.
create table chatapp_user_changes (
  seq bigint primary key generated always as identity,
  account_id text not null unique
);
create function chatapp_user_changed() returns trigger language plpgsql as $$
  declare
    changed text;
  begin
    if tg_op = 'DELETE' then changed := old.id; else changed := new.id; end if;
    perform pg_advisory_xact_lock('chatapp_user_changes'::regclass::oid::bigint);
    delete from chatapp_user_changes where account_id = changed;
    insert into chatapp_user_changes (account_id) values (changed);
    return null;
  end $$;
create trigger chatapp_user_changed
  after insert or delete or update of email, name, role, oauth, last_active_at on chatapp_users
  for each row execute function chatapp_user_changed();
`
