import { texts } from '../shared/language.ts'
import { type DefaultDictionary, entry } from './dictionary-entry.ts'

/** Words of prices and billing. */
export const billingDictionaries: readonly DefaultDictionary[] = [
  {
    dictType: 'price_scheme_status',
    dictName: texts('State of a price scheme', '价格方案状态', 'État du tarif', 'Status skema harga'),
    entries: [
      { ...entry('0', 'Drafted', '草稿', 'Brouillon', 'Draf', 'default'), isDefault: true },
      entry('1', 'Published', '已发布', 'Publié', 'Terbit', 'success'),
      entry('2', 'Retired', '已停用', 'Retiré', 'Dihentikan', 'warning'),
    ],
  },
  {
    dictType: 'charging_model',
    dictName: texts('Charging model', '计费模式', 'Mode de tarification', 'Model penagihan'),
    entries: [
      { ...entry('0', 'Cumulative', '累计阶梯', 'Cumulé', 'Kumulatif'), isDefault: true },
      entry('1', 'Independent', '独立阶梯', 'Indépendant', 'Mandiri'),
    ],
  },
]
