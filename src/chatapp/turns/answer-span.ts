import type { ActiveSpan, Tracer } from '#ground/base/trace/tracer.ts'
import type { CatalogModel } from '#chatapp/models/model.ts'

export const startAnswerSpan = (
  tracer: Tracer,
  { model, chatId, parent }: { model: CatalogModel; chatId: string | null; parent: string | null },
): ActiveSpan =>
  tracer.start(`answer ${model.upstreamId}`, {
    kind: 'client',
    parent,
    attributes: {
      'svc.hub': model.connection.hub ? model.upstreamId : null,
      'gen_ai.conversation.id': chatId,
    },
  })
