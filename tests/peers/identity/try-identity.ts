import { IDENTITY_TABLE } from '../clients/page.ts'
import type { AreaReport } from '../report.ts'
import { createTries } from '../tries.ts'
import { DEX_CHECKS, KEYCLOAK_CHECKS } from './checks.ts'
import { DEX_VERSION } from './dex.ts'
import { startIdentityHub } from './hub.ts'
import { KEYCLOAK_VERSION } from './keycloak.ts'

export async function tryIdentity(report: AreaReport): Promise<void> {
  await using world = await startIdentityHub()
  const [dex, keycloak] = [createTries('Dex'), createTries('Keycloak')]
  const { 'provider-gone': dexGone, ...dexChecks } = DEX_CHECKS
  for (const [what, check] of Object.entries(dexChecks)) await dex.run(what, () => check(world))
  for (const [what, check] of Object.entries(KEYCLOAK_CHECKS)) await keycloak.run(what, () => check(world))
  await dex.run('provider-gone', () => dexGone!(world)) // last, because this check stops Dex, which Keycloak's checks need
  const table = IDENTITY_TABLE
  report.row({ table, name: 'Keycloak', version: KEYCLOAK_VERSION, tried: keycloak.tried })
  report.row({ table, name: 'Dex', version: DEX_VERSION, tried: dex.tried })
}
