import { existsSync } from 'node:fs'
import { systemClock } from '#ground/base/clock.ts'
import { BlobStorageUnavailable } from '#ground/blobs/blobs.ts'
import { MAX_CLOCK_SKEW_MS, measureClockSkew } from '#cluster/instances/agreement.ts'
import { serverFacts } from '#ground/store/postgres/facts.ts'
import type { Store } from '#ground/store/store.ts'
import { findBusTrouble } from '#processes/check-bus.ts'
import { readAgentConfig } from '#processes/config/agent.ts'
import { readSharedConfig, type SharedConfig } from '#processes/config/shared.ts'
import { openKnownStore } from '#ground/store/known-store.ts'
import { moveFiles } from '#cluster/move/files.ts'
import type { HubSettings } from '../settings.ts'
import { busFinding } from '../checks/bus.ts'
import { failure, ok, warning, type Finding } from '../checks/finding.ts'

const SUBJECT = 'scale'
const lacks = (message: string, fix: string): Finding => failure(SUBJECT, message, fix)
const better = (message: string, fix: string): Finding => warning(SUBJECT, message, fix)

export async function checkSharedScale(folder: string, { environment }: HubSettings): Promise<Finding[]> {
  const shared = readSharedConfig(environment, folder)
  const { store, secretsFile, blobs, bus } = shared
  const findings = [
    ...(secretsFile === null
      ? [
          lacks(
            'the secrets are in this machine’s data folder: other machines could not verify sessions and links',
            'run hub secrets export <file>, then set SVC_SECRETS_FILE on each machine',
          ),
        ]
      : []),
    ...(blobs === null
      ? [lacks('files are in folders of this machine', 'set SVC_BLOBS_URL, then run hub move files')]
      : []),
    ...(bus === null
      ? [
          better(
            'without a message bus, answers from other machines appear up to a second late',
            'set SVC_BUS_URL',
          ),
        ]
      : await checkBus(shared)),
  ]
  if (store.kind === 'sqlite')
    return [
      lacks(
        'the database is a SQLite file, which only one machine can use',
        'set SVC_DATABASE_URL=postgres://…, stop the Hub, then run hub move store',
      ),
      ...findings,
    ]
  await using opened = await openKnownStore(shared)
  return [...findings, ...(await checkServer(opened)), ...(await checkFiles(shared, opened))]
}

export function checkOwnScale(hubFolder: string, { environment }: HubSettings): Finding[] {
  const { inbox, chats, hubSource } = readSharedConfig(environment, hubFolder)
  const findings = [
    ...(inbox === 'folder'
      ? [
          lacks(
            'pending events are in the Hub’s folder, which other machines do not read',
            'set SVC_INBOX=store',
          ),
        ]
      : []),
    ...(chats === 'folder'
      ? [lacks('files of chats and memory are in the Hub’s folder', 'set SVC_CHATS=store')]
      : []),
    ...(hubSource === 'folder'
      ? [
          better(
            'changes to the Hub’s folder stay on this machine',
            'run hub publish, then set SVC_HUB_SOURCE=store on each machine',
          ),
        ]
      : []),
    ...(readAgentConfig(environment).process
      ? [
          better(
            'when a chat moves to another machine, its agent process restarts there with the conversation',
            'nothing to do',
          ),
        ]
      : []),
  ]
  return findings.length > 0 ? findings : [ok(SUBJECT, 'no data binds the Hub to this machine')]
}

async function checkBus(shared: SharedConfig): Promise<Finding[]> {
  const trouble = await findBusTrouble(shared)
  return [
    trouble === null
      ? ok(SUBJECT, 'the message bus accepts the credentials')
      : busFinding(SUBJECT, trouble, failure),
  ]
}

async function checkServer(store: Store): Promise<Finding[]> {
  const [apart, { connections, used, standbys }] = await Promise.all([
    measureClockSkew(store, systemClock),
    serverFacts(store.db),
  ])
  return [
    ...(apart > MAX_CLOCK_SKEW_MS
      ? [
          lacks(
            `this machine’s clock differs by ${(apart / 1000).toFixed(1)} s from the database server’s`,
            'synchronize both clocks with the same time server',
          ),
        ]
      : []),
    ok(SUBJECT, `Postgres allows ${connections} connections; ${used} are in use`),
    ...(standbys
      ? []
      : [
          better(
            'Postgres does not wait for a standby: the last acknowledged writes are lost if its disk fails',
            'set up a standby, and set synchronous_standby_names in Postgres',
          ),
        ]),
  ]
}

async function checkFiles(shared: SharedConfig, store: Store): Promise<Finding[]> {
  const { blobs: bucket, dataFolder } = shared
  if (bucket === null || !existsSync(dataFolder)) return []
  let left = 0
  try {
    const deps = { store, clock: systemClock, bucket, isDry: true, verifies: false }
    for await (const { state } of moveFiles(shared, deps)) if (state === 'moved') left++
  } catch (error) {
    if (error instanceof BlobStorageUnavailable) return [] // `checkBucket` reports this error
    throw error
  }
  return left === 0
    ? [ok(SUBJECT, 'all files are in the bucket')]
    : [lacks(`${left} ${left === 1 ? 'file is' : 'files are'} only on this machine`, 'run hub move files')]
}
