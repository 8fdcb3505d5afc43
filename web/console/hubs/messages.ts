/** Texts of Hubs and who may do what on them. */
export const hubs = {
  hub: 'Hub',
  empty: 'There is no Hub to manage',
  emptyText: 'A Hub appears here once it runs.',
  missing: 'No such Hub',
  missingText: 'It isn’t running here, or you don’t manage its access.',
  problems: (count: number) =>
    count === 1
      ? 'Something is wrong in this Hub’s folder'
      : `${count} things are wrong in this Hub’s folder`,
  moreProblems: (count: number) => `And ${count} more: hub doctor shows all of them.`,
  managedBy: 'Access',
  byConsole: 'Console-managed',
  byGroups: 'Group-based',
  youMayUse: 'You may use it',
  youMayGive: 'You may give',
  revision: 'Revision',
  sync: 'Sync to the web chat',
  syncDone: (changed: number) =>
    changed === 0
      ? 'The web chat was up to date.'
      : `${changed} ${changed === 1 ? 'Hub was' : 'Hubs were'} updated.`,
  syncFailed: (hubs: string) => `The web chat didn’t take ${hubs}.`,
  organizationText:
    'What is given here counts on every Hub. “Manage access” here makes an organization administrator.',
  accessTo: (name: string) => `Access to ${name}`,
  acts: 'Hub actions',
  groupBased: 'Web chat groups decide who uses this Hub',
  groupBasedText:
    'Manage it here to give access person by person. Members of its groups keep what they have: they are imported.',
  manage: 'Manage in the Console',
  managedDone: (imported: number) =>
    `The Console manages this Hub now. ${imported} ${imported === 1 ? 'person was' : 'people were'} imported.`,
  unmanage: 'Leave to web chat groups',
  unmanageTitle: (name: string) => `Leave ${name} to web chat groups?`,
  unmanageText:
    'Groups decide who sees it, and every member may use it. The grants made here rest until the Console manages it again.',
  unmanagedDone: 'Web chat groups decide now.',
  search: 'Search by name or email',
  atRevision: (revision: number) => `Revision ${revision}`,
  nobody: 'Nobody has access yet',
  nobodyText: 'Choose a person and what they may do.',
  addPerson: 'Add person',
  addPersonText: 'They appear in the table; what they get is decided there.',
  subject: 'Email or service',
  subjectHint: 'Such as ann@example.org, or svc:nightly-report for a service',
  add: 'Add to the table',
  legend: 'What the signs mean',
  held: {
    none: 'Not given',
    granted: 'Given',
    organization: 'From the organization',
    everyone: 'From everyone signed in',
  },
  edited: 'Changed, not applied',
  locks: {
    ceiling: 'You don’t hold this here yourself, so you can’t give or take it',
    withoutEffect: 'No tool names this any more, so it can only be taken away',
    everyone: 'Access isn’t given to everyone; name people one by one',
    blocked: 'Blocked: unblock first',
  },
  missingVariables: (names: string) => `Its tools don’t work yet: ${names} isn’t set`,
  notConfigured: 'Its tools aren’t configured yet',
  reasons: 'Reasons',
  reasonsOf: (name: string) => `Why ${name} may`,
  noReasons: 'Nothing is given, directly or from elsewhere.',
  draft: 'Changes not applied',
  changes: (count: number) => `${count} ${count === 1 ? 'change' : 'changes'}`,
  review: 'Review',
  discard: 'Discard',
  reviewTitle: 'Review changes',
  reviewText: (revision: number) =>
    `Made on revision ${revision}. Each person’s changes apply whole or not at all.`,
  keepEditing: 'Keep editing',
  apply: (count: number) => `Apply ${count} ${count === 1 ? 'change' : 'changes'}`,
  applied: (revision: number) => `Applied. The policy is at revision ${revision}.`,
  conflict: 'Access was changed meanwhile',
  conflictText: (mine: number, theirs: number) =>
    `You started at revision ${mine}; the policy is at revision ${theirs} now. Nothing of yours was lost or applied.`,
  theirs: 'They changed',
  mine: 'You want',
  afterBoth: 'With both:',
  alreadyDone: 'Others made the same changes already.',
  discardMine: 'Discard mine',
  applyMine: 'Apply mine to theirs',
  goOn: 'Go on',
  leave: 'Your changes weren’t applied. Leave the page without them?',
} as const
