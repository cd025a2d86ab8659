import { InUse } from '@nightflow/schemas/shared/lists'

/**
 * Heads of the spreadsheets that clients of RuoYi write (`@Excel` of its `SysUser`, `SysDept`), by the path of the list and the field of the form.
 */
export const ruoyiHeads: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  '/prod-api/system/user': {
    userName: ['登录名称', '用户账号'],
    nickName: ['用户名称', '用户昵称'],
    deptId: ['部门编号', '部门名称', '归属部门'],
    phonenumber: ['手机号码', '手机号'],
    email: ['用户邮箱', '邮箱'],
    sex: ['用户性别', '性别'],
    status: ['帐号状态', '账号状态', '状态'],
    roleIds: ['角色', '角色编号', '角色名称', '岗位角色'],
    remark: ['备注'],
  },
  '/prod-api/system/region': {
    regionName: ['区域名称'],
    parentId: ['上级区域', '父区域编号'],
    status: ['状态', '区域状态'],
  },
  '/prod-api/business/customer': {
    accountNo: ['户号', '用户编号', '客户编号'],
    customerName: ['户名', '用户姓名', '客户名称', '用户名称'],
    telephone: ['手机号码', '联系电话', '电话'],
    address: ['地址', '用户地址', '用水地址'],
    meterNo: ['表号', '水表编号'],
    idNumber: ['身份证号', '证件号码'],
    email: ['用户邮箱', '邮箱'],
    remarks: ['备注'],
  },
  '/prod-api/business/meter': {
    number: ['表号', '水表编号', '水表表号'],
    name: ['水表名称'],
    address: ['安装地址', '水表地址', '地址'],
    caliberMillimetres: ['口径', '水表口径'],
  },
}

/** Words of RuoYi for values of dictionaries, where those of the service differ: by dictionary and value. */
export const ruoyiWords: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  sys_normal_disable: { [InUse.enum.enabled]: ['正常'], [InUse.enum.disabled]: ['停用'] },
}
