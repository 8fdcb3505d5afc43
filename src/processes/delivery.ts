import { addAnswer } from '#chatapp/chats/add-answer.ts'
import type { WriteToChat } from '#features/messaging/results/chat.ts'
import { targetProblem } from '#features/messaging/results/target-problem.ts'
import { fixedChannels, type ChannelEnvironment } from '#features/messaging/setup/channel-environment.ts'
import { epochSeconds, type Clock } from '#ground/base/clock.ts'
import type { Environment } from '#ground/base/environment.ts'
import type { DeliveryTarget } from '#ground/hub/deliver.ts'
import { normalEmail } from '#ground/identity/caller.ts'
import type { Store } from '#ground/store/store.ts'
import { readBuiltInToolConfig } from './config/built-in-tools.ts'
import { readChatappAccessConfig } from './config/chatapp.ts'

/** The returned function returns null if the configuration allows deliveries to the target. */
export function targetProblems(
  environment: Environment,
  channels: Pick<ChannelEnvironment, 'current'> = fixedChannels(environment),
): (target: DeliveryTarget) => string | null {
  const { allowedHosts } = readBuiltInToolConfig(environment)
  const hasOwnChats = readChatappAccessConfig(environment).kind === 'builtin'
  return (target) => targetProblem({ environment: channels.current(), allowedHosts, hasOwnChats }, target)
}

export const writingToChats =
  ({ store, clock, hub }: { store: Store; clock: Clock; hub: string }): WriteToChat =>
  async ({ email, chat, ...note }) => {
    const unasked = { ...note, to: normalEmail(email), chat: `${hub} ${chat}`, model: hub }
    return (await addAnswer(store, { ...unasked, now: epochSeconds(clock) })) ? 'written' : 'no_account'
  }
