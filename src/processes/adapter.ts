import { systemClock, type Clock } from '#ground/base/clock.ts'
import { isConnected } from '#surfaces/inbound/names.ts'
import { openReceiving } from './receiving.ts'
import type { RoleContext, RunningRole } from './role.ts'

export async function startAdapter(context: RoleContext, clock: Clock = systemClock): Promise<RunningRole> {
  const receiving = await openReceiving(context, isConnected, clock)
  return { url: null, [Symbol.asyncDispose]: () => receiving[Symbol.asyncDispose]() }
}
