import { number } from '../../../../ui/language.ts'
import type { ConsoleCatalogue } from '../catalogue.ts'

export const instances: Pick<ConsoleCatalogue, 'console.instances'> = {
  'console.instances': {
    lead: '在此数据库上运行的服务实例。',
    empty: '没有实例',
    emptyText: '实例首次发出心跳后会显示在这里。',
    name: '名称',
    state: '状态',
    states: { serving: '服务中', draining: '排空中', silent: '无心跳' },
    version: '版本',
    since: '启动时间',
    turns: '回答',
    runs: '运行',
    hubs: 'Hub',
    hubVersion: (version) => `版本 ${version}`,
    more: (count) => `以及另外 ${number(count)} 个`,
  },
}
