import type { FastifyReply } from 'fastify'
import { isSmallJson, writeJsonBytes } from '#ground/base/json/write.ts'
import { processTurns } from '#ground/base/turn-budget.ts'

export async function sendJson(reply: FastifyReply, value: unknown): Promise<FastifyReply> {
  if (processTurns.isSpent()) await processTurns.nextTurn()
  if (typeof value !== 'object' || isSmallJson(value)) return reply.send(value)
  return reply.type('application/json; charset=utf-8').send(await writeJsonBytes(value, processTurns))
}
