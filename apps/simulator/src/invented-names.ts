/** Names of people who do not exist, as four peoples write them. */
type Naming = { share: number; families: readonly string[]; givens: readonly string[]; join: (family: string, given: string) => string }

const givenFirst = (family: string, given: string): string => `${given} ${family}`

const chinese: Naming = {
  share: 0.4,
  families: [...'李王张刘陈杨黄赵吴周徐孙马朱胡郭林何高梁'],
  givens: [
    ...[
      '伟',
      '敏',
      '静',
      '磊',
      '燕',
      '涛',
      '芳',
      '强',
      '慧',
      '军',
      '霞',
      '波',
      '雨桐',
      '子轩',
      '思源',
      '佳怡',
      '建国',
      '秀英',
      '晓明',
      '海燕',
    ],
    ...['文博', '梦瑶', '志强', '丽华', '俊杰', '雪梅'],
  ],
  join: (family, given) => family + given,
}

const english: Naming = {
  share: 0.22,
  families: ['Ashdown', 'Barlow', 'Carver', 'Dunmore', 'Ellery', 'Fenwick', 'Garland', 'Hollis', 'Kirby', 'Lockett', 'Marsden', 'Thorne'],
  givens: ['Alice', 'Ben', 'Clara', 'David', 'Emma', 'Frank', 'Grace', 'Henry', 'Iris', 'Jack', 'Laura', 'Martin', 'Nora', 'Owen', 'Ruth'],
  join: givenFirst,
}

const french: Naming = {
  share: 0.2,
  families: [
    'Aubry',
    'Béranger',
    'Chevalier',
    'Delcourt',
    'Évrard',
    'Fournel',
    'Garnier',
    'Lefèvre',
    'Maréchal',
    'Perrault',
    'Roussel',
    'Vasseur',
  ],
  givens: ['Adèle', 'Benoît', 'Chloé', 'Didier', 'Élodie', 'François', 'Gaëlle', 'Hélène', 'Jérôme', 'Lucie', 'Noémie', 'Rémi', 'Solène'],
  join: givenFirst,
}

const indonesian: Naming = {
  share: 0.18,
  families: [
    'Anggraini',
    'Hidayat',
    'Kusuma',
    'Lestari',
    'Nugroho',
    'Pratama',
    'Rahayu',
    'Santoso',
    'Setiawan',
    'Utami',
    'Wibowo',
    'Wijaya',
  ],
  givens: ['Agus', 'Bayu', 'Citra', 'Dewi', 'Eko', 'Fitri', 'Hendra', 'Intan', 'Joko', 'Kartika', 'Putri', 'Rizki', 'Siti', 'Wahyu'],
  join: givenFirst,
}

/** The name that belongs to three draws in [0, 1). */
export const inventedName = (whichPeople: number, whichFamily: number, whichGiven: number): string => {
  let left = whichPeople
  const { families, givens, join } =
    [chinese, english, french, indonesian].find(({ share }) => {
      left -= share
      return left < 0
    }) ?? indonesian
  return join(families[Math.floor(whichFamily * families.length)]!, givens[Math.floor(whichGiven * givens.length)]!)
}
