import { CHANNEL_LABELS } from '#ground/hub/channels.ts'
import { common } from '../../../../ui/languages/zh/ui.ts'
import { number } from '../../../../ui/language.ts'
import type { ConsoleCatalogue } from '../catalogue.ts'

type KitCatalogue = Pick<
  ConsoleCatalogue,
  | 'console.kit.common'
  | 'console.kit.list'
  | 'console.kit.people'
  | 'console.kit.views'
  | 'console.kit.surfaces'
  | 'console.kit.setups'
  | 'console.kit.leaving'
  | 'console.kit.exports'
  | 'console.kit.span'
>

export const kit: KitCatalogue = {
  'console.kit.common': {
    ...common,
    console: '控制台',
    toChat: '前往网页聊天',
    acts: '操作',
    sections: '此部分的页面',
    tabs: '选项卡',
    ofTab: (tab) => `“${tab}”的页面`,
    none: '无',
    yes: '是',
    no: '否',
  },
  'console.kit.list': {
    pages: '列表分页',
    previous: '上一页',
    next: '下一页',
    range: (first, last, total) => `第 ${number(first)}–${number(last)} 项，共 ${total} 项`,
    total: (total, exact) => `${number(total)}${exact ? '' : '+'}`,
    size: '每页行数',
    jumpToName: '跳转到名称',
    jumpToDay: '跳转到日期',
    jumpEnd: '返回列表开头',
    clear: '清除筛选',
    clearSearch: '清除搜索',
    clearFilter: (label) => `清除筛选：${label}`,
    noMatch: '没有匹配项',
    noMatchText: '没有符合搜索和筛选条件的条目。',
    failed: '无法加载此列表',
    unreached: (names) => `以下 Hub 无法连接，未包含在此列表中：${names.join('、')}。`,
  },
  'console.kit.people': {
    suggestions: '建议的人员',
    found: (found) => `${number(found)} 个建议，请用方向键选择`,
  },
  'console.kit.views': {
    label: '已保存的视图',
    save: '保存视图',
    saveTitle: '保存此视图',
    saveText: '保存此列表当前的筛选和排序，仅供您自己使用。',
    name: '名称',
    renameTitle: '重命名视图',
    rename: '重命名…',
    renameVerb: '重命名',
    delete: '删除',
    undo: '撤销',
    deleted: (name) => `已删除视图“${name}”`,
    taken: '您已有同名视图。保存会将其替换。',
    actsFor: (name) => `视图“${name}”的操作`,
    full: '一个列表最多保存 20 个视图。请先删除一个。',
  },
  'console.kit.surfaces': {
    label: '入口',
    channel: '渠道',
    webhook: 'Webhook',
    messages: '全部消息',
    channels: CHANNEL_LABELS,
  },
  'console.kit.setups': {
    off: '更改和使用已保存的设置需要运维人员许可：请在 Hub 的 .env 中设置 SVC_CONSOLE_SETUP=true，然后重启。',
    setByOperator: (variables) => `由运维人员设置：${variables}。如需更改，请修改这些变量并重启 Hub。`,
    unreadable: '已保存的设置是用此 Hub 没有的密钥加密的，因此不会使用。请重新输入或移除这些设置。',
    changedBy: (email) => `由 ${email} 更改于`,
    isSet: '已设置',
    isNotSet: '未设置',
    secretStays: '已保存。留空可保留该值。',
    remove: '移除…',
    tryAndSave: '测试并保存',
  },
  'console.kit.leaving': {
    title: '离开此页面？',
    leave: '离开',
    stay: '留在此页面',
  },
  'console.kit.exports': {
    label: '导出',
    csv: 'CSV，用于电子表格',
    jsonl: 'JSON Lines，用于程序',
  },
  'console.kit.span': {
    range: '时间',
    ranges: {
      '24h': '最近 24 小时',
      '7d': '最近 7 天',
      '30d': '最近 30 天',
      custom: '自定义日期…',
    },
    customDays: '自定义日期',
    sinceDay: (day) => `${day}起`,
    untilDay: (day) => `截至${day}`,
    since: '从',
    until: '至',
  },
}
