import { startSharedServices } from '../../tests/support/shared-services.ts'

/**
 * Run tests on a cluster of one: their Hubs keep everything in services, which are started for all of them and end afterwards.
 *
 * @param {(environment: Record<string, string>) => Promise<number>} run
 * @returns {Promise<number>} Exit code.
 */
export async function onCluster(run) {
  await using services = await startSharedServices()
  return await run(services.environment)
}
