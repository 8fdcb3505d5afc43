export function isMentioned(text: string, username: string): boolean {
  return [...text.matchAll(MENTION)].some(([, name]) => isName(name!, username))
}

export function withoutAddress(text: string, username: string): string {
  const [address, name] = /^\s*@([\w.-]+)[:,]?\s*/.exec(text) ?? []
  return address !== undefined && isName(name!, username) ? text.slice(address.length) : text
}

const MENTION = /(?<![\w@.-])@([\w.-]+)/g

const isName = (written: string, username: string): boolean => {
  const [name, wanted] = [written.toLowerCase(), username.toLowerCase()]
  return name === wanted || name.replace(/[._-]+$/, '') === wanted
}
