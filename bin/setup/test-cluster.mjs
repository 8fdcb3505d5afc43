import { startSharedServices } from '../../tests/support/shared-services.ts'

/**
 * Deadlocks of the database fail the run, even if a retry succeeded.
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
