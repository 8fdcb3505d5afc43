const ENDINGS: Readonly<Record<string, string>> = {
  bash: 'sh',
  shell: 'sh',
  console: 'sh',
  csharp: 'cs',
  'c#': 'cs',
  'c++': 'cpp',
  golang: 'go',
  javascript: 'js',
  jsx: 'jsx',
  kotlin: 'kt',
  markdown: 'md',
  mermaid: 'mmd',
  perl: 'pl',
  postgresql: 'sql',
  powershell: 'ps1',
  python: 'py',
  python3: 'py',
  ruby: 'rb',
  rust: 'rs',
  typescript: 'ts',
  yaml: 'yml',
  latex: 'tex',
}

const NAMES: Readonly<Record<string, string>> = {
  dockerfile: 'Dockerfile',
  docker: 'Dockerfile',
  makefile: 'Makefile',
}

/** The name comes from the fence, such as `ts src/plan.ts`, or from the language. */
export function fileNameOf(info: string): string {
  const [language = '', ...words] = info.trim().toLowerCase().split(/\s+/)
  const named = /(?:^|[\s"'=:/])([\w-][\w.-]{0,80}\.[a-z0-9]{1,8})(?=$|["'\s])/i.exec(info)
  if (named && (words.length > 0 || /[:./]/.test(language))) return named[1]!
  if (Object.hasOwn(NAMES, language)) return NAMES[language]!
  const ending = Object.hasOwn(ENDINGS, language) ? ENDINGS[language]! : language
  return `code.${/^[a-z0-9]{1,8}$/.test(ending) ? ending : 'txt'}`
}
