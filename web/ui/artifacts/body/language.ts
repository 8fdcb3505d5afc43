export function languageOf(filename: string): string {
  const name = filename.toLowerCase()
  if (name === 'dockerfile' || name.endsWith('.dockerfile')) return 'dockerfile'
  const ending = /\.([a-z0-9]+)$/.exec(name)?.[1] ?? ''
  return NAMES[ending] ?? ending
}

const NAMES: Readonly<Record<string, string>> = {
  js: 'javascript',
  mjs: 'javascript',
  cjs: 'javascript',
  ts: 'typescript',
  mts: 'typescript',
  cts: 'typescript',
  jsx: 'tsx',
  py: 'python',
  rs: 'rust',
  kt: 'kotlin',
  cs: 'csharp',
  h: 'c',
  yml: 'yaml',
  htm: 'html',
  sh: 'bash',
  zsh: 'bash',
  patch: 'diff',
  conf: 'ini',
  cfg: 'ini',
  env: 'ini',
}
