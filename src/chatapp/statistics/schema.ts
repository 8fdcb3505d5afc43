import { z } from 'zod'

const Epoch = z.coerce.number().int().min(0).max(1e11)

/** Times are epoch seconds. */
const Span = z.object({
  start_date: Epoch.optional().describe(
    'Default: start of the 30-day period (UTC) whose last day contains `end_date`',
  ),
  end_date: Epoch.optional().describe('Default: now'),
})
export type SpanQuery = z.output<typeof Span>

const isInOrder = ({ start_date: start, end_date: end }: SpanQuery): boolean =>
  start === undefined || end === undefined || start <= end
const IN_ORDER = { path: ['start_date'], error: 'start_date is after end_date. Exchange them.' }

export const SpanQuery = Span.refine(isInOrder, IN_ORDER)
export const PeopleQuery = Span.extend({
  limit: z.coerce.number().int().min(1).max(1000).default(50),
}).refine(isInOrder, IN_ORDER)
export const OwnUsageQuery = Span.extend({ days: z.coerce.number().int().min(1).max(732).optional() }).refine(
  isInOrder,
  IN_ORDER,
)
export const StatsQuery = z.object({
  updated_at: Epoch.optional().describe('Only chats that changed at this time or later'),
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
})

const TOKENS = { input_tokens: z.number(), output_tokens: z.number(), total_tokens: z.number() }

export const ModelCounts = z.object({
  models: z.array(
    z.object({
      model_id: z.string(),
      count: z.number(),
      unique_users: z.number(),
      unique_chats: z.number(),
    }),
  ),
})

export const PeopleCounts = z.object({
  users: z.array(
    z.object({
      user_id: z.string(),
      name: z.string().nullable(),
      email: z.string().nullable(),
      count: z.number(),
      ...TOKENS,
    }),
  ),
})

export const CountsSummary = z.object({
  total_messages: z.number(),
  total_chats: z.number(),
  total_models: z.number(),
  total_users: z.number(),
})

const ByModel = z.record(z.string(), z.number())

export const DailyCounts = z.object({ data: z.array(z.object({ date: z.string(), models: ByModel })) })

export const TokenCounts = z.object({
  models: z.array(z.object({ model_id: z.string(), message_count: z.number(), ...TOKENS })),
  total_input_tokens: z.number(),
  total_output_tokens: z.number(),
  total_tokens: z.number(),
})

const UsageDay = z.object({
  date: z.string(),
  messages: z.number(),
  chats: z.number(),
  tokens: z.number(),
  models: ByModel,
})

/** In `messages`, a prompt and its answer count as one message. */
export const OwnUsage = z.object({
  totals: z.object({
    lifetime_tokens: z.number().describe('Tokens of the requested period, not of all time'),
    input_tokens: z.number(),
    output_tokens: z.number(),
    peak_daily_tokens: z.number(),
    current_streak: z.number(),
    longest_streak: z.number(),
    total_chats: z.number(),
    active_days: z.number(),
    models_used: z.number(),
    messages: z.number(),
  }),
  heatmap: z.array(UsageDay),
  weekly_heatmap: z.array(UsageDay).describe('Days are Mondays'),
  cumulative_heatmap: z.array(UsageDay),
  insights: z.object({
    most_used_model: z.string().nullable(),
    average_tokens_per_chat: z.number(),
    average_messages_per_active_day: z.number(),
  }),
  top_models: z.array(z.object({ model_id: z.string(), messages: z.number(), ...TOKENS })),
  top_tools: z.array(z.never()),
  period: z.object({ start_date: z.number(), end_date: z.number(), days: z.number() }),
})
export type OwnUsage = z.infer<typeof OwnUsage>

const MessageStats = z.object({
  id: z.string(),
  role: z.string(),
  model: z.string().nullable(),
  content_length: z.number(),
  timestamp: z.number(),
  rating: z.number().nullable(),
})

/** Average times are in seconds. */
export const ChatStats = z.object({
  id: z.string(),
  user_id: z.string(),
  created_at: z.number(),
  updated_at: z.number(),
  tags: z.array(z.string()),
  stats: z.object({
    average_response_time: z.number(),
    average_user_message_content_length: z.number(),
    average_assistant_message_content_length: z.number(),
    models: ByModel,
    message_count: z.number(),
    history_models: ByModel,
    history_message_count: z.number(),
    history_user_message_count: z.number(),
    history_assistant_message_count: z.number(),
  }),
  chat: z.object({
    history: z.object({
      messages: z.record(z.string(), MessageStats),
      currentId: z.string().nullable(),
    }),
  }),
})
export type ChatStats = z.infer<typeof ChatStats>

export const ChatStatsPage = z.object({
  type: z.literal('chats'),
  items: z.array(ChatStats),
  total: z.number(),
  page: z.number(),
})
