import { z } from 'zod'
import { ChatId, MessageId, Rating } from '../schema.ts'

export const AnswerParams = z.object({ id: ChatId, message: MessageId })

export const RatingForm = z.strictObject({ rating: Rating.nullable() })
