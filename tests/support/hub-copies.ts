import { atProcessEnd } from './process-end.ts'
import { runHub, type RunningHub } from './running-hub.ts'

/**
 * Start Hubs that hold what was put into one of them, which is made once per test process: each starts from a copy of its
 * folder, with the accounts, sessions and records that are in there.
 *
 * @param make Starts that Hub and puts into it what tests want to find.
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
