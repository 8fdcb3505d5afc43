import { startSharedServices } from '../../tests/support/shared-services.ts'

/**
 * Run tests on a cluster of one: their Hubs keep everything in services, which are started for all of them and end afterwards.
 * Transactions that wait for each other for ever fail the run, too, also where a test got over it.
 *
 * @param {(environment: Record<string, string>) => Promise<number>} run
 * @returns {Promise<number>} Exit code.
 */
export async function onCluster(run) {
  await using services = await startSharedServices()
  const code = await run(services.environment)
  if (services.deadlocks.length > 0)
    console.error(['deadlocks in Postgres:', ...services.deadlocks].join('\n'))
  return services.deadlocks.length > 0 ? 1 : code
}
