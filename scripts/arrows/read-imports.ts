import { parseSync, Visitor } from 'oxc-parser'

export interface WrittenImport {
  specifier: string
  /** Line number, from 1. */
  line: number
  /** False for type imports and `import()`. */
  isLoaded: boolean
}

/** Includes re-exports, `import()` of a literal, and types by `import('…')`. */
export function readImports(file: string, source: string): WrittenImport[] {
  const parsed = parseSync(file, source)
  const [problem] = parsed.errors
  if (problem) throw new Error(`${file} does not parse: ${problem.message}`)

  const imports: WrittenImport[] = []
  const add = (node: { type: string; value?: unknown; start: number } | null, isLoaded: boolean) => {
    if (node && typeof node.value === 'string')
      imports.push({ specifier: node.value, line: lineAt(source, node.start), isLoaded })
  }
  new Visitor({
    ImportDeclaration: (node) => add(node.source, node.importKind !== 'type'),
    ExportAllDeclaration: (node) => add(node.source, node.exportKind !== 'type'),
    ExportNamedDeclaration: (node) => add(node.source, node.exportKind !== 'type'),
    ImportExpression: (node) => add(node.source, false),
    TSImportType: (node) => add(node.source, false),
  }).visit(parsed.program)
  return imports
}

const lineAt = (source: string, offset: number): number => source.slice(0, offset).split('\n').length
