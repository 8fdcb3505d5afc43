import type { Kysely } from 'kysely'
import type { Tables } from '#ground/store/tables.ts'
import type { ChainedRow } from './chain.ts'

export type LedgerName = 'access_changes' | 'tool_decisions'

/** The tables of both ledgers, reduced to the columns of a chain. */
export type LedgerDb = Kysely<Record<LedgerName, ChainedRow> & Pick<Tables, 'audit_heads'>>
