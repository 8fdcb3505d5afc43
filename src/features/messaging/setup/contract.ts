import { route } from '#ground/api/contract.ts'
import {
  ChannelChange,
  ChannelParams,
  ChannelRemoval,
  ChannelSetup,
  ChannelSetups,
  ChannelSetupsQuery,
} from './schema.ts'

const live = { level: 'admin', isLive: true } as const
const refusals = ['outside_ceiling', 'not_found'] as const

export const listChannelSetups = route('get', '/setups/channels', {
  ...live,
  refusals,
  summary: 'Settings of a Hub’s channels, without their secrets',
  query: ChannelSetupsQuery,
  answer: ChannelSetups,
})

export const changeChannelSetup = route('put', '/setups/channels/:channel', {
  ...live,
  refusals: [...refusals, 'setup_off', 'setup_failed', 'revision_conflict', 'rate_limited', 'partial'],
  summary: 'Call the provider with the settings and, if it knows the Hub, save them and connect',
  params: ChannelParams,
  body: ChannelChange,
  answer: ChannelSetup,
})

export const removeChannelSetup = route('delete', '/setups/channels/:channel', {
  ...live,
  refusals: [...refusals, 'setup_off', 'revision_conflict'],
  summary: 'Remove the saved settings of a channel and disconnect',
  params: ChannelParams,
  body: ChannelRemoval,
  answer: ChannelSetup,
})
