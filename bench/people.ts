/** `node bench/people.ts [people] [postgres]`: measures pages of the list of people, by default with 100,000 people. */
import { sql } from 'kysely'
import { listPeople, type PeopleFilter } from '#features/people/list.ts'
import { openStore } from '#ground/store/store.ts'
import { seedPeople } from '../tests/support/people.ts'
import { figure } from './support/figures.ts'
import { measureAlone } from './support/quiet.ts'
import { quantile } from './support/statistics.ts'
import { newStore } from './support/store.ts'

const people = Number(process.argv[2] ?? 100_000)
measureAlone()
await using store = await openStore(await newStore())
await seedPeople(store, { people, hubs: 100 })
if (store.kind === 'postgres') await sql`vacuum analyze`.execute(store.db)

const ALL = { hubs: null }
const FILTERS: Record<string, PeopleFilter> = {
  everybody: ALL,
  'status=pending': { status: 'pending', ...ALL },
  'status=active': { status: 'active', ...ALL },
  'role=admin': { role: 'admin', ...ALL },
  'status=active role=user': { status: 'active', role: 'user', ...ALL },
  'q=p (everybody)': { q: 'p', ...ALL },
  'q=person12345': { q: 'person12345', ...ALL },
  'q=smi': { q: 'smi', ...ALL },
  'q=smi status=pending': { q: 'smi', status: 'pending', ...ALL },
  'q=nobody': { q: 'nobody', ...ALL },
  'q=mit (inside)': { q: 'mit', ...ALL },
  'q=erson1234 (inside)': { q: 'erson1234', ...ALL },
  'permission=use_hub': { permission: 'use_hub', ...ALL },
  'permission=manage_access': { permission: 'manage_access', ...ALL },
  'agent=hub-7 permission=use_hub': { permission: 'use_hub', hubs: ['hub-7'] },
  'q=exa role=admin': { q: 'exa', role: 'admin', ...ALL },
  'agent=hub-7': { hubs: ['hub-7'] },
  'agent=hub-7 status=active': { status: 'active', hubs: ['hub-7'] },
  'agent=hub-7 status=pending': { status: 'pending', hubs: ['hub-7'] },
  'agent=hub-7 q=smi': { q: 'smi', hubs: ['hub-7'] },
  'twenty Hubs': { hubs: Array.from({ length: 20 }, (_, n) => `hub-${n}`) },
  'twenty Hubs q=smi': { q: 'smi', hubs: Array.from({ length: 20 }, (_, n) => `hub-${n}`) },
  'twenty Hubs q=exa': { q: 'exa', hubs: Array.from({ length: 20 }, (_, n) => `hub-${n}`) },
  'hundred Hubs status=pending': {
    status: 'pending',
    hubs: Array.from({ length: 100 }, (_, n) => `hub-${n}`),
  },
  'agent=bolt-2 q=acme (nobody)': { q: 'acme', hubs: ['bolt-2'] },
  'bolt’s Hubs q=acme (nobody)': { q: 'acme', hubs: Array.from({ length: 10 }, (_, n) => `bolt-${n * 2}`) },
}
const SAMPLES = 40

const slowest: number[] = []
for (const [name, filter] of Object.entries(FILTERS))
  for (const offset of [0, 900]) {
    const times: number[] = []
    for (let n = 0; n < SAMPLES; n++) {
      const start = performance.now()
      await listPeople(store, filter, { offset: offset + n, limit: 50 })
      times.push(performance.now() - start)
    }
    const p95 = quantile(times, 0.95)
    slowest.push(p95)
    console.log(`${name.padEnd(28)} offset ${String(offset).padEnd(5)} p95 ${p95.toFixed(1)} ms`)
  }
figure('slowest list, p95', Math.max(...slowest))
const deep = performance.now()
await listPeople(store, ALL, { offset: people - 100, limit: 50 })
console.log(`everybody, last page: ${(performance.now() - deep).toFixed(1)} ms`)
