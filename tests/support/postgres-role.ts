import { asSuperuser, createPostgresDatabase } from './postgres.ts'

let roles = 0

/** @param statements Run by the superuser; `ROLE` is replaced by the role. */
export async function createDatabaseFor(...statements: string[]) {
  const url = await createPostgresDatabase()
  const role = `plain_${process.pid}_${++roles}`
  await asSuperuser(
    url,
    `create role ${role} login`,
    ...statements.map((one) => one.replaceAll('ROLE', role)),
  )
  const as = new URL(url.replace('hub@/', 'hub@placeholder/'))
  as.username = role
  return { role, superuser: url, url: as.href.replace('placeholder', '') }
}
