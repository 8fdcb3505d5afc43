export const AGENT = `
create table chat_scopes (
  hub text not null,
  scope text not null,
  id text not null,
  owner text,
  created_at_ms bigint not null,
  link_generation integer,
  constraint chat_scopes_key primary key (hub, scope)
);

create table chat_files (
  hub text not null,
  scope text not null,
  name text not null,
  hash text not null,
  size bigint not null,
  content_type text,
  saved_at_ms bigint not null,
  constraint chat_files_key primary key (hub, scope, name)
);
create index chat_files_by_hash on chat_files (hash);

-- A row is locked while a reference to its bytes is added or removed.
create table chat_contents (hash text primary key);

create table chat_turns (
  hub text not null,
  scope text not null,
  id text not null,
  at text not null,
  record text not null,
  constraint chat_turns_key primary key (hub, scope, id)
);

create table memory_people (
  hub text not null,
  person text not null,
  constraint memory_people_key primary key (hub, person)
);

create table memory_notes (
  hub text not null,
  person text not null,
  id text not null,
  text text not null,
  saved_at_ms bigint not null,
  constraint memory_notes_key primary key (hub, person, id)
);

-- Answers of the Responses API: a client continues a conversation by the id of its last answer.
create table stored_responses (
  hub text not null,
  id text not null,
  owner text,
  root text not null,
  previous text,
  chat text not null,
  input text not null,
  response text not null,
  bytes bigint not null,
  used_at_ms bigint not null,
  constraint stored_responses_key primary key (hub, id)
);
create index stored_responses_by_owner on stored_responses (hub, owner, used_at_ms);
create index stored_responses_by_root on stored_responses (hub, root);
create index stored_responses_by_use on stored_responses (used_at_ms);

-- The usage ledger names people by e-mail and outlives their accounts.
create table usage_turns (
  id text not null primary key,
  hub text not null,
  email text,
  surface text not null,
  chat_id text not null,
  run_id text,
  model text not null,
  input_tokens bigint not null,
  output_tokens bigint not null,
  cached_tokens bigint not null,
  reasoning_tokens bigint not null,
  outcome text not null,
  started_at_ms bigint not null,
  duration_ms bigint not null,
  cost_micro_usd bigint,
  price_version text,
  cache_write_tokens bigint not null default 0,
  is_estimated bigint not null default 0
);
create index usage_turns_by_hub_started_at_ms on usage_turns (hub, started_at_ms);
create index usage_turns_by_email_started_at_ms on usage_turns (email, started_at_ms);
create index usage_turns_by_run on usage_turns (hub, run_id) where run_id is not null;

-- Sums of usage_turns for each Hub, person and task. Hub * is all Hubs together. The day_ columns of an
-- hour count chats and people whose newest hour of that day it is, so that a part of a day is counted
-- without reading its turns.
create table usage_periods (
  hub text not null,
  scope text not null,
  step text not null,
  start_ms bigint not null,
  subject text not null,
  turns bigint not null default 0,
  tokens bigint not null default 0,
  cost_micro_usd bigint not null default 0,
  unpriced_turns bigint not null default 0,
  chats bigint not null default 0,
  people bigint not null default 0,
  last_chats bigint not null default 0,
  last_people bigint not null default 0,
  estimated_turns bigint not null default 0,
  day_turns bigint not null default 0,
  day_chats bigint not null default 0,
  day_people bigint not null default 0,
  constraint usage_periods_key primary key (hub, scope, step, start_ms, subject)
);

-- Chats and people of each period. last_hour_ms is the newest hour of a day.
create table usage_presence (
  hub text not null,
  kind text not null,
  step text not null,
  subject text not null,
  start_ms bigint not null,
  last_hour_ms bigint,
  constraint usage_presence_key primary key (hub, kind, step, subject, start_ms)
);
create index usage_presence_by_start_ms on usage_presence (hub, kind, step, start_ms, subject);

-- Amounts that running turns reserved in budgets.
create table usage_holds (
  turn text primary key,
  hub text not null,
  email text,
  task text,
  started_at_ms bigint not null,
  tokens bigint not null,
  cost_micro_usd bigint not null,
  machine_id text,
  until_ms bigint not null
);
create index usage_holds_by_hub on usage_holds (hub);

-- A row for each Hub, and one for all Hubs: counting usage locks it.
create table usage_locks (hub text not null primary key);

create table budgets (
  hub text not null,
  source text not null,
  scope text not null,
  subject text not null,
  period text not null,
  unit text not null,
  amount bigint,
  set_by text,
  set_at_ms bigint not null,
  constraint budgets_key primary key (hub, source, scope, subject, period, unit)
);

create table trace_spans (
  trace_id text not null,
  span_id text not null,
  parent_span_id text,
  hub text not null,
  service text not null,
  name text not null,
  kind text not null,
  started_at_us bigint not null,
  duration_us bigint not null,
  failed integer not null,
  attributes text not null,
  constraint trace_spans_pk primary key (trace_id, span_id)
);

-- One row for each trace of a Hub, for lists. bytes limits how much the traces of a Hub occupy.
create table traces (
  trace_id text not null,
  hub text not null,
  agent text,
  root text,
  chat_id text,
  run_id text,
  started_at_us bigint not null,
  ended_at_us bigint not null,
  failed integer not null,
  bytes bigint not null default 0,
  constraint traces_pk primary key (trace_id, hub)
);
create index traces_by_hub on traces (hub, started_at_us, trace_id);
create index traces_by_time on traces (started_at_us, trace_id);
create index traces_by_chat on traces (chat_id, started_at_us);
create index traces_by_run on traces (run_id, started_at_us, trace_id) where run_id is not null;
create index traces_failed on traces (started_at_us, trace_id) where failed = 1;
`
