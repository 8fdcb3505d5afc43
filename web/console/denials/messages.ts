export const denials = {
  empty: 'Nothing was denied',
  emptyText: 'A restricted tool that somebody may not use is listed here when they try.',
  when: 'When',
  tool: 'Tool',
  user: 'Person',
  hub: 'Hub',
  nobody: 'Nobody named',
}
