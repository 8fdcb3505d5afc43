export const SQLITE = `
-- Each word of a name or an e-mail address, with all its endings: a prefix search finds text inside a word.
create table people_words (
  word text not null,
  subject text not null,
  constraint people_words_key primary key (word, subject)
);
create index people_words_by_subject_word on people_words (subject, word);

-- The documents of the chat search: a title or a message each.
create table chatapp_search (
  doc integer primary key,
  chat_id text not null references chatapp_chats (id) on delete cascade,
  message_id text not null,
  constraint chatapp_search_once unique (chat_id, message_id)
);
-- The index alone, without texts and positions. Its tokenizer takes the words between spaces unchanged.
create virtual table chatapp_search_words using fts5(
  words, content = '', contentless_delete = 1, detail = none, tokenize = "ascii tokenchars '_'"
);
-- The web chat merges the segments of the index itself, in short statements.
insert into chatapp_search_words (chatapp_search_words, rank) values ('automerge', 0);
create trigger chatapp_search_removed after delete on chatapp_search begin
  delete from chatapp_search_words where rowid = old.doc;
  end;

-- The newest change of each account, in the order of commits: holders of a copy only read the changes. No write to an
-- account bypasses the triggers.
create table chatapp_user_changes (seq integer primary key autoincrement, account_id text not null unique);
create trigger chatapp_user_added after insert on chatapp_users begin
  delete from chatapp_user_changes where account_id = new.id;
  insert into chatapp_user_changes (account_id) values (new.id);
  end;
create trigger chatapp_user_changed after update of email, name, role, oauth, last_active_at on chatapp_users begin
  delete from chatapp_user_changes where account_id = new.id;
  insert into chatapp_user_changes (account_id) values (new.id);
  end;
create trigger chatapp_user_removed after delete on chatapp_users begin
  delete from chatapp_user_changes where account_id = old.id;
  insert into chatapp_user_changes (account_id) values (old.id);
  end;
`
