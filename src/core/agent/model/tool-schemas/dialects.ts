export interface ToolDialect {
  name: RegExp
  /** Valid property names; null: all. */
  key: RegExp | null
  hasReferences: boolean
  /** If false, `nullable` and `anyOf` replace lists of types. */
  hasTypeLists: boolean
  hasMixedEnums: boolean
  /** If false, every argument needs a description, and the default of an enumeration must be a string. */
  hasSparseArguments: boolean
}

const NAME = /^[a-zA-Z0-9_-]{1,64}$/
const KEY = /^[a-zA-Z0-9_.-]{1,64}$/

export const OPENAI_TOOLS: ToolDialect = {
  name: NAME,
  key: null,
  hasReferences: true,
  hasTypeLists: true,
  hasMixedEnums: true,
  hasSparseArguments: true,
}

export const ANTHROPIC_TOOLS: ToolDialect = { ...OPENAI_TOOLS, key: KEY }

export const GOOGLE_TOOLS: ToolDialect = {
  name: /^[a-zA-Z_][a-zA-Z0-9_-]{0,63}$/,
  key: KEY,
  hasReferences: false,
  hasTypeLists: false,
  hasMixedEnums: false,
  hasSparseArguments: true,
}

/**
 * Uses only features that every OpenAI-compatible server supports, because some servers forward requests to other
 * providers.
 */
export const COMPATIBLE_TOOLS: ToolDialect = {
  name: NAME,
  key: KEY,
  hasReferences: false,
  hasTypeLists: false,
  hasMixedEnums: true,
  hasSparseArguments: false, // The chat template of Command R+ requires a string in each description; the template of gpt-oss requires a string in each default of an enumeration.
}

export interface FormatDialect {
  schema: ToolDialect
  hasObjectRoot: boolean
  hasRecursion: boolean
  /** Whether objects must require all their properties and allow no others. `strict`: only if the request is strict. */
  closes: 'always' | 'strict' | 'never'
  closedWithout: ReadonlySet<string>
  /** Keywords that the provider accepts or drops without enforcing them. */
  uncheckedKeywords: ReadonlySet<string>
}

const NONE: ReadonlySet<string> = new Set()
const SIZES = ['minLength', 'maxLength', 'minProperties', 'maxProperties', 'uniqueItems']
const BOUNDS = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf']

const ANY_SCHEMA: ToolDialect = { ...OPENAI_TOOLS, key: null }

export const OPENAI_FORMAT: FormatDialect = {
  schema: ANY_SCHEMA,
  hasObjectRoot: true,
  hasRecursion: true,
  closes: 'strict',
  closedWithout: new Set([...SIZES, 'default', 'examples']),
  uncheckedKeywords: new Set(SIZES),
}

/** The AI SDK moves keywords such as `minimum` into descriptions, so Anthropic does not enforce them. */
export const ANTHROPIC_FORMAT: FormatDialect = {
  schema: ANY_SCHEMA,
  hasObjectRoot: true,
  hasRecursion: false,
  closes: 'always',
  closedWithout: NONE,
  uncheckedKeywords: new Set([...SIZES, ...BOUNDS, 'pattern', 'minItems', 'maxItems']),
}

export const GOOGLE_FORMAT: FormatDialect = {
  schema: ANY_SCHEMA,
  hasObjectRoot: false,
  hasRecursion: true,
  closes: 'never',
  closedWithout: NONE,
  uncheckedKeywords: new Set([...SIZES, 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf', 'pattern']),
}

export const COMPATIBLE_FORMAT: FormatDialect = { ...OPENAI_FORMAT, hasObjectRoot: false }
