import { fillValue, parseTemplate, type Template } from '#features/work/runs/expression/template.ts'
import type { ExpressionScope } from '#features/work/runs/expression/evaluate.ts'
import type { GraphProblem } from './check-graph.ts'
import type { TemplateTree } from './workflow.ts'

export function treeProblems(value: unknown, path: PropertyKey[] = []): GraphProblem[] {
  if (typeof value === 'string') {
    const parsed = parseTemplate(value)
    return parsed.ok ? [] : [{ path, ...parsed.refusal }]
  }
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, item]) =>
    treeProblems(item, [...path, Array.isArray(value) ? Number(key) : key]),
  )
}

/** @throws Error if `treeProblems` finds problems in the value */
export function treeOf(value: unknown): TemplateTree {
  if (typeof value === 'string') {
    const parsed = parseTemplate(value)
    if (!parsed.ok) throw new Error(parsed.refusal.message)
    return { kind: 'text', template: parsed.value }
  }
  if (Array.isArray(value)) return { kind: 'list', items: value.map(treeOf) }
  if (typeof value === 'object' && value !== null)
    return { kind: 'object', entries: Object.entries(value).map(([key, item]) => [key, treeOf(item)]) }
  return { kind: 'value', value: value as number | boolean | null }
}

export function fillTree(tree: TemplateTree, scope: ExpressionScope): unknown {
  switch (tree.kind) {
    case 'text':
      return fillValue(tree.template, scope)
    case 'list':
      return tree.items.map((item) => fillTree(item, scope))
    case 'object':
      return Object.fromEntries(tree.entries.map(([key, item]) => [key, fillTree(item, scope)]))
    case 'value':
      return tree.value
  }
}

export function* templatesIn(
  tree: TemplateTree,
  path: readonly PropertyKey[] = [],
): Generator<{ path: readonly PropertyKey[]; template: Template }> {
  if (tree.kind === 'text') yield { path, template: tree.template }
  if (tree.kind === 'list')
    for (const [index, item] of tree.items.entries()) yield* templatesIn(item, [...path, index])
  if (tree.kind === 'object') for (const [key, item] of tree.entries) yield* templatesIn(item, [...path, key])
}
