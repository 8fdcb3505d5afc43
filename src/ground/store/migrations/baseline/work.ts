export const WORK = `
-- Stored webhook events and their marks, where instances share them.
create table inboxes (
  hub text not null,
  name text not null,
  changed bigint not null,
  constraint inboxes_key primary key (hub, name)
);

create table inbox_events (
  hub text not null,
  inbox text not null,
  event text not null,
  state text not null,
  unmatched integer not null,
  size integer not null,
  content text not null,
  constraint inbox_events_key primary key (hub, inbox, event)
);
create index inbox_events_by_state on inbox_events (hub, inbox, state, event);

create table inbox_marks (
  hub text not null,
  mark text not null,
  until_ms bigint,
  constraint inbox_marks_key primary key (hub, mark)
);
create index inbox_marks_by_end on inbox_marks (until_ms);

-- Refused deliveries and conflicting ids of each endpoint.
create table inbox_notices (
  hub text not null,
  inbox text not null,
  refused bigint not null,
  refusals text not null,
  other_bodies bigint not null,
  last_other_body text,
  constraint inbox_notices_key primary key (hub, inbox)
);

-- Events that were released from quarantine together.
create table event_releases (
  id text not null primary key,
  hub text not null,
  endpoint text not null,
  released_by text not null,
  released_at_ms bigint not null,
  taken_back_at_ms bigint,
  events text not null
);
create index event_releases_by_hub on event_releases (hub, endpoint, released_at_ms);

create table runs (
  hub text not null,
  id text not null,
  workflow text not null,
  trigger text not null,
  run_as text,
  requested_by text,
  status text not null,
  outcome text,
  slot_ms bigint,
  inputs text not null,
  inbox text,
  batch text,
  attempt integer,
  first_attempt integer,
  failures integer,
  unsettled integer not null,
  excused integer not null,
  queued_at_ms bigint not null,
  started_at_ms bigint,
  ended_at_ms bigint,
  lease_owner text,
  lease_until_ms bigint,
  cancelled_by text,
  result text,
  error text,
  output_bytes bigint not null default 0,
  output_removed integer not null default 0,
  error_detail text,
  repeats text,
  machine text,
  machine_id text,
  paused text,
  needs_tokens bigint,
  needs_micro_usd bigint,
  hub_version integer,
  last_hub_version integer,
  constraint runs_pk primary key (hub, id)
);
create index runs_by_hub on runs (hub, queued_at_ms, id);
create index runs_by_hub_status on runs (hub, status, queued_at_ms, id);
create index runs_by_hub_workflow on runs (hub, workflow, queued_at_ms, id);
create index runs_by_hub_workflow_status on runs (hub, workflow, status, queued_at_ms, id);
create index runs_by_batch on runs (hub, workflow, batch, attempt);
create index runs_by_id on runs (id);
create index runs_unsettled on runs (hub, workflow) where unsettled = 1;
create index runs_with_output on runs (hub, queued_at_ms, id, output_bytes) where output_bytes > 0;
-- The Hub is the last column, so that lists over all Hubs are read in order from the index alone.
create index runs_by_time on runs (queued_at_ms, id, hub);
create index runs_by_status on runs (status, queued_at_ms, id, hub);
create index runs_by_workflow on runs (workflow, queued_at_ms, id, hub);
create index runs_by_workflow_status on runs (workflow, status, queued_at_ms, id, hub);
create index runs_repeating on runs (hub, repeats, queued_at_ms) where repeats is not null;

-- The stored events that a run claimed.
create table run_events (
  hub text not null,
  run_id text not null,
  name text not null,
  constraint run_events_pk primary key (hub, run_id, name)
);
create index run_events_by_name on run_events (hub, name);

-- Queuing a run locks the row of its workflow.
create table run_queues (
  hub text not null,
  workflow text not null,
  constraint run_queues_pk primary key (hub, workflow)
);

create table run_steps (
  hub text not null,
  run_id text not null,
  id text not null,
  position integer not null,
  title text not null,
  kind text not null,
  state text not null,
  attempt integer not null,
  started_at_ms bigint not null,
  ended_at_ms bigint,
  output text,
  error text,
  tools text not null,
  error_detail text,
  constraint run_steps_pk primary key (hub, run_id, id)
);

create table run_output (
  hub text not null,
  run_id text not null,
  seq integer not null,
  step text,
  start bigint not null,
  bytes integer not null,
  at_ms bigint not null,
  text text not null,
  attempt integer,
  constraint run_output_pk primary key (hub, run_id, seq)
);

-- Sums of runs.output_bytes and of runs in an hour, maintained with each change.
create table run_output_sizes (hub text not null primary key, bytes bigint not null);

create table run_hours (
  hub text not null,
  start_ms bigint not null,
  runs bigint not null,
  constraint run_hours_pk primary key (hub, start_ms)
);

create table run_schedules (
  hub text not null,
  workflow text not null,
  schedule text not null,
  until_ms bigint not null,
  constraint run_schedules_pk primary key (hub, workflow)
);

create table run_slots (
  hub text not null,
  workflow text not null,
  slot_ms bigint not null,
  last_slot_ms bigint not null,
  slots integer not null,
  run_id text,
  cause text,
  constraint run_slots_pk primary key (hub, workflow, slot_ms)
);
create index run_slots_by_hub on run_slots (hub, slot_ms);
`
