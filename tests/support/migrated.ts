import { mkdtempSync, rmSync } from 'node:fs'
import { copyFile, mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { openStore } from '#ground/store/store.ts'
import { createPostgresDatabase } from './postgres.ts'

// Tests that are not about migrations start with the newest schema. One store per process is migrated; the tests use
// copies of it.

let sqlite: Promise<string> | undefined
let postgres: Promise<string> | undefined

export async function placeMigratedSqlite(path: string): Promise<void> {
  const template = await (sqlite ??= migrateSqlite())
  await mkdir(dirname(path), { recursive: true })
  await copyFile(template, path)
}

export const createMigratedPostgres = async (): Promise<string> =>
  createPostgresDatabase(await (postgres ??= migratePostgres()))

async function migrateSqlite(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'hub-migrated-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const path = join(folder, 'hub.db')
  const store = await openStore({ kind: 'sqlite', path })
  await store[Symbol.asyncDispose]()
  return path
}

async function migratePostgres(): Promise<string> {
  const url = await createPostgresDatabase()
  const store = await openStore({ kind: 'postgres', url })
  await store[Symbol.asyncDispose]()
  return /@\/(\w+)\?/.exec(url)![1]!
}
