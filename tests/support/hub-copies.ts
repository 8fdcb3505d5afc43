import { atProcessEnd } from './process-end.ts'
import { runHub, type RunningHub } from './running-hub.ts'

/**
 * Each call of the result starts a copy of a Hub, which is prepared once per test process.
 * @param make Starts the Hub and fills it.
 */
export function copiesOf<World extends { hub: RunningHub }>(
  environment: Record<string, string>,
  make: () => Promise<World>,
): () => Promise<{ hub: RunningHub; of: World }> {
  let made: Promise<World> | undefined
  return async () => {
    const of = await (made ??= stopped(make))
    return { hub: await runHub({ template: of.hub.folder, environment }), of }
  }
}

async function stopped<World extends { hub: RunningHub }>(make: () => Promise<World>): Promise<World> {
  const world = await make()
  atProcessEnd(() => world.hub[Symbol.asyncDispose]())
  await world.hub.stop()
  return world
}
