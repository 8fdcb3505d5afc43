import type { Kysely } from 'kysely'
import type { Tables } from '#ground/store/tables.ts'
import type { ChainedRow } from './chain.ts'

export type LedgerName = 'access_changes' | 'tool_decisions'

export type LedgerDb = Kysely<Record<LedgerName, ChainedRow> & Pick<Tables, 'audit_heads'>>
