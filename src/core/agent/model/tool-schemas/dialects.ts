/** The part of JSON Schema that a provider takes in a tool. */
export interface ToolDialect {
  /** Names of tools. */
  name: RegExp
  /** Keys of properties; null takes all. */
  key: RegExp | null
  /** Whether a schema may refer to a part of itself; else parts are repeated in their places. */
  hasReferences: boolean
  /** Whether `type` may be a list and `null`; else they are written with `nullable` and `anyOf`. */
  hasTypeLists: boolean
  /** Whether an `enum` may hold other values than texts. */
  hasMixedEnums: boolean
  /** Whether arguments need no description, and the default of an enumeration may be another value than a text. */
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
 * For servers of all kinds: some forward to other providers, and some use chat templates that support few
 * forms.
 */
export const COMPATIBLE_TOOLS: ToolDialect = {
  name: NAME,
  key: KEY,
  hasReferences: false,
  hasTypeLists: false,
  hasMixedEnums: true,
  hasSparseArguments: false, // Command R+ joins each description to a text, gpt-oss each default of an enumeration
}

/** The part of JSON Schema that a provider takes as the format of an answer. */
export interface FormatDialect {
  schema: ToolDialect
  /** Whether the answer has to be an object. */
  hasObjectRoot: boolean
  /** Whether a definition may refer to itself. */
  hasRecursion: boolean
  /** When each object has to require all its properties and to allow no other. */
  closes: 'always' | 'strict' | 'never'
  /** Keywords that a closed schema must not hold. */
  closedWithout: ReadonlySet<string>
  /** Keywords that the provider takes or drops without holding the answer to them. */
  uncheckedKeywords: ReadonlySet<string>
}

const NONE: ReadonlySet<string> = new Set()
const SIZES = ['minLength', 'maxLength', 'minProperties', 'maxProperties', 'uniqueItems']
const BOUNDS = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf']

/** Answers have the caller's keys, so no dialect changes a key. */
const ANY_SCHEMA: ToolDialect = { ...OPENAI_TOOLS, key: null }

export const OPENAI_FORMAT: FormatDialect = {
  schema: ANY_SCHEMA,
  hasObjectRoot: true,
  hasRecursion: true,
  closes: 'strict',
  closedWithout: new Set([...SIZES, 'default', 'examples']),
  uncheckedKeywords: new Set(SIZES),
}

/** The package moves limits into descriptions. */
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

/** Grammars of llama.cpp and vLLM read lists of types and references, and not `nullable`. */
export const COMPATIBLE_FORMAT: FormatDialect = { ...OPENAI_FORMAT, hasObjectRoot: false }
