import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync, Visitor, type Expression, type Node, type Program } from 'oxc-parser'

export interface ModuleState {
  file: string
  name: string
  /** Constructor or function that creates the value, such as `WeakMap` or `createLog`; null for a plain value. */
  maker: string | null
}

export const readModuleState = (root: string): ModuleState[] =>
  globSync('src/**/*.ts', { cwd: root, exclude: ['**/*.test.ts'] })
    .map((file) => file.replaceAll('\\', '/'))
    .toSorted()
    .flatMap((file) => stateIn(file, readFileSync(join(root, file), 'utf8')))

export function stateIn(file: string, source: string): ModuleState[] {
  const { program } = parseSync(file, source)
  const changed = changedIn(program)
  return program.body.flatMap((statement) => {
    const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
    if (declared?.type !== 'VariableDeclaration' || declared.declare) return []
    return declared.declarations.flatMap(({ id, init }) => {
      if (id.type !== 'Identifier' || init?.type === 'ArrowFunctionExpression') return []
      const maker = init && makerOf(init)
      const isState =
        declared.kind !== 'const' || changed.has(id.name) || (maker !== null && !isConstant(maker))
      return isState ? [{ file, name: id.name, maker }] : []
    })
  })
}

/** Values of these constructors count as constants, unless their file changes them. */
const CONSTANTS = new Set([
  'AbortController',
  'Error',
  'Map',
  'HeaderNames',
  'RegExp',
  'Set',
  'TextDecoder',
  'TextEncoder',
  'URL',
])

const isConstant = (maker: string): boolean => CONSTANTS.has(maker) || maker.startsWith('Intl.')

const MAKES = /^(create|open|start)[A-Z]|^throttle$/

function makerOf(init: Expression): string | null {
  switch (init.type) {
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
    case 'TSNonNullExpression':
      return makerOf(init.expression)
    case 'AwaitExpression':
      return makerOf(init.argument)
    case 'MemberExpression':
      return init.object.type === 'Super' ? null : makerOf(init.object)
    case 'ObjectExpression':
      return (
        init.properties
          .map((property) => (property.type === 'Property' ? makerOf(property.value) : null))
          .find((maker) => maker !== null && !isConstant(maker)) ?? null
      )
    case 'NewExpression':
      return calleeName(init.callee)
    case 'CallExpression': {
      const name = calleeName(init.callee)
      return name && MAKES.test(name) ? name : null
    }
    default:
      return null
  }
}

function calleeName(callee: Expression): string | null {
  if (callee.type === 'Identifier') return callee.name
  if (callee.type !== 'MemberExpression' || callee.object.type !== 'Identifier') return null
  return callee.property.type === 'Identifier' ? `${callee.object.name}.${callee.property.name}` : null
}

const CHANGES = new Set([
  'add',
  'clear',
  'copyWithin',
  'delete',
  'fill',
  'pop',
  'push',
  'reverse',
  'set',
  'shift',
  'sort',
  'splice',
  'unshift',
])

/** Ignores scopes: a change of a local variable also counts for a module variable of the same name. */
function changedIn(program: Program): Set<string> {
  const changed = new Set<string>()
  const written = (target: Node) => {
    if (target.type === 'MemberExpression' && target.object.type === 'Identifier')
      changed.add(target.object.name)
  }
  new Visitor({
    AssignmentExpression: ({ left }) => written(left),
    UpdateExpression: ({ argument }) => written(argument),
    UnaryExpression: ({ operator, argument }) => {
      if (operator === 'delete') written(argument)
    },
    CallExpression: ({ callee }) => {
      if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return
      if (CHANGES.has(callee.property.name)) written(callee)
    },
  }).visit(program)
  return changed
}
