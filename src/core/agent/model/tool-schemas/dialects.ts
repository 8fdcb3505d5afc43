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

/** For servers of all kinds: other providers stand behind some, and chat templates that print few forms behind others. */
export const COMPATIBLE_TOOLS: ToolDialect = {
  name: NAME,
  key: KEY,
  hasReferences: false,
  hasTypeLists: false,
  hasMixedEnums: true,
  hasSparseArguments: false, // Command R+ joins each description to a text, gpt-oss each default of an enumeration
}
