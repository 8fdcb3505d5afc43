import { existsSync } from 'node:fs'
import { systemClock } from '#ground/base/clock.ts'
import { BlobStorageUnavailable } from '#ground/blobs/blobs.ts'
import { MAX_CLOCK_SKEW_MS, measureClockSkew } from '#cluster/instances/agreement.ts'
import { serverFacts } from '#ground/store/postgres/facts.ts'
import type { Store } from '#ground/store/store.ts'
import { findBusTrouble } from '#processes/bus.ts'
import { readAgentConfig } from '#processes/config/agent.ts'
import { readSharedConfig, type SharedConfig } from '#processes/config/shared.ts'
import { openKnownStore } from '#ground/store/known-store.ts'
import { moveFiles } from '#cluster/move/files.ts'
import { openSecrets } from '#processes/secrets.ts'
import type { HubSettings } from '../settings.ts'
import { failure, ok, warning, type Finding } from '../checks/finding.ts'

const SUBJECT = 'scale'
const lacks = (message: string, fix: string): Finding => failure(SUBJECT, message, fix)
const better = (message: string, fix: string): Finding => warning(SUBJECT, message, fix)

/** Checks whether other instances could share the database, by the settings that all Hubs share. */
export async function checkSharedScale(folder: string, { environment }: HubSettings): Promise<Finding[]> {
  const shared = readSharedConfig(environment, folder)
  const { store, secretsFile, blobs, bus } = shared
  const findings = [
    ...(secretsFile === null
      ? [
          lacks(
            'its secrets are in its data folder: other machines could not verify its sessions and links',
            'hub secrets export <file>, and SVC_SECRETS_FILE on each machine',
          ),
        ]
      : []),
    ...(blobs === null
      ? [lacks('its files are in folders of this machine', 'set SVC_BLOBS_URL, then run hub move files')]
      : []),
    ...(bus === null
      ? [better('without a bus answers of other machines are shown a second late', 'set SVC_BUS_URL')]
      : await checkBus(shared)),
  ]
  if (store.kind === 'sqlite')
    return [
      lacks(
        'the store is a file, which one machine can have',
        'set SVC_DATABASE_URL=postgres://…, stop the Hub, run hub move store',
      ),
      ...findings,
    ]
  await using opened = await openKnownStore(shared)
  return [...findings, ...(await checkServer(opened)), ...(await checkFiles(shared, opened))]
}

/** Checks whether other instances could share the Hub, by its own settings. */
export function checkOwnScale(hubFolder: string, { environment }: HubSettings): Finding[] {
  const { inbox, chats, hubSource } = readSharedConfig(environment, hubFolder)
  const findings = [
    ...(inbox === 'folder'
      ? [lacks('events wait in its folder, where other machines don’t find them', 'set SVC_INBOX=store')]
      : []),
    ...(chats === 'folder'
      ? [lacks('chats’ files and memory are in its folder', 'set SVC_CHATS=store')]
      : []),
    ...(hubSource === 'folder'
      ? [
          better(
            'edits of its folder stay on this machine',
            'hub publish, and SVC_HUB_SOURCE=store on each machine',
          ),
        ]
      : []),
    ...(readAgentConfig(environment).process
      ? [
          better(
            'its agent process restarts on another machine and receives the conversation',
            'nothing to do',
          ),
        ]
      : []),
  ]
  return findings.length > 0 ? findings : [ok(SUBJECT, 'none of its own data binds it to this machine')]
}

async function checkBus(shared: SharedConfig): Promise<Finding[]> {
  const trouble = await findBusTrouble(shared, { secrets: await openSecrets(shared), clock: systemClock })
  return trouble === null
    ? [ok(SUBJECT, 'the message bus accepts the credentials')]
    : [lacks(`the message bus can’t be used (${trouble})`, 'see that it runs, and that SVC_BUS_URL is right')]
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
            `its clock is ${(apart / 1000).toFixed(1)} s from the store’s`,
            'have both follow one time server',
          ),
        ]
      : []),
    ok(SUBJECT, `${connections} connections of Postgres, ${used} in use`),
    ...(standbys
      ? []
      : [
          better(
            'Postgres waits for no standby: the last acknowledged writes are lost if its disk fails',
            'set up a standby and synchronous_standby_names',
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
    if (error instanceof BlobStorageUnavailable) return [] // `checkBucket` reports it
    throw error
  }
  return left === 0
    ? [ok(SUBJECT, 'all files are in the bucket')]
    : [lacks(`${left} ${left === 1 ? 'file lies' : 'files lie'} on this machine alone`, 'run hub move files')]
}
