import { type DefaultDictionary, entry } from '../shared/default-dictionary.ts'
import { texts } from '../shared/language.ts'

/** Words of agents and their sales. */
export const agentDictionaries: readonly DefaultDictionary[] = [
  {
    dictType: 'agent_sale_kind',
    dictName: texts('Type of an agent’s sale', '代理商销售类型', 'Type de vente d’un agent', 'Jenis penjualan agen'),
    entries: [
      { ...entry('0', 'Payment', '缴费', 'Paiement', 'Pembayaran'), isDefault: true },
      entry('1', 'Recharge', '充值', 'Recharge', 'Isi ulang'),
      entry('2', 'Token', '充值代码', 'Jeton', 'Token'),
    ],
  },
  {
    dictType: 'agent_sale_status',
    dictName: texts('State of an agent’s sale', '代理商销售状态', 'État de la vente d’un agent', 'Status penjualan agen'),
    entries: [
      { ...entry('0', 'On its way', '处理中', 'En cours', 'Dalam proses', 'primary'), isDefault: true },
      entry('1', 'Sold', '已售出', 'Vendu', 'Terjual', 'success'),
      entry('2', 'Not sold', '未售出', 'Non vendu', 'Tidak terjual', 'default'),
      entry('3', 'Reversed', '已冲正', 'Annulé', 'Dibatalkan', 'warning'),
    ],
  },
]
