import {
  OperationNodeTransformer,
  type KyselyPlugin,
  type PrimitiveValueListNode,
  type ValueNode,
} from 'kysely'

/**
 * Drop NUL characters from text before it is stored or compared. Postgres has no place for them and would refuse the
 * statement, SQLite would keep them: so both lose them, and no surface has to think of it.
 */
export const withoutNul = (): KyselyPlugin => {
  const cleaner = new NulCleaner()
  return {
    transformQuery: ({ node, queryId }) => cleaner.transformNode(node, queryId),
    transformResult: async ({ result }) => result,
  }
}

class NulCleaner extends OperationNodeTransformer {
  protected override transformValue(node: ValueNode): ValueNode {
    return { ...node, value: cleaned(node.value) }
  }

  protected override transformPrimitiveValueList(node: PrimitiveValueListNode): PrimitiveValueListNode {
    return { ...node, values: node.values.map(cleaned) }
  }
}

export const cleaned = (value: unknown): unknown =>
  typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '') : value
