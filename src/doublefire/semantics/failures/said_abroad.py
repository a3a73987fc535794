"""The commonest words of errors in other languages, in the order in which they decide.

As far as client libraries, operating systems and web frameworks are translated: the European languages with most
users, Turkish, Arabic, Hebrew, Chinese, Japanese, Korean, Vietnamese, Indonesian, Hindi and Thai. Written for text in its `spoken` form.
"""

from __future__ import annotations

import re
from typing import Final

from doublefire.model import Trouble


def _any(text: str) -> re.Pattern[str]:
    return re.compile("|".join(part.strip() for part in text.strip().split("\n")))


_DENIED = _any(
    r"""
    (?:vom|durch den) (?:be)?nutzer (?:abgelehnt|verweigert)|benutzer hat .{0,40}?abgelehnt
    (?:refusée?|rejetée?) par l'utilisat|(?:rechazad[oa]|denegad[oa]) por (?:el|la) usuari
    用户(?:已)?(?:拒绝|取消)|ユーザー.{0,6}拒否|사용자.{0,6}거부
    """
)
_UNREACHABLE = _any(
    r"""
    verbindung (?:wurde )?(?:abgelehnt|verweigert)|connexion refusée|conexión (?:rechazada|rehusada)
    conexão recusada|connessione rifiutata|verbinding geweigerd|отказано в подключении|соединение отклонено
    连接(?:被)?拒绝|连接被对方拒绝|無法連[線接]|接続.{0,4}拒否|无法连接|连接不上|연결.{0,4}거부
    """
)
_CONFLICT = _any(
    r"""
    existiert bereits|bereits (?:vorhanden|vergeben|gebucht|reserviert|belegt)|existe déjà
    déjà (?:réserv|pris|exist|utilis)
    ya (?:existe|está reservad|está ocupad|fue)|já existe|esiste già|già (?:esistente|prenotat)|bestaat al
    уже существует|уже занят
    已(?:经)?存在|已被(?:预订|预约|占用)|既に存在|すでに存在|予約済み|重複|이미 존재|이미 예약
    """
)
_TIMEOUT = _any(
    r"""
    zeitüberschreitung|zeitlimit|délai (?:d'attente )?(?:dépass|expir)\w*|expiration du délai
    temps d'attente dépassé
    tiempo (?:de espera|agotado|excedido)|se agotó el tiempo|tempo (?:limite|esgotado|scaduto)|scaduto il tempo
    time-?out verlopen
    время ожидания|тайм-?аут|превышен.{0,10}ожидан|超时|逾時|超時|タイムアウト|時間切れ|시간 ?초과
    """
)
_CANCELLED = _any(
    r"""
    abgebrochen|annulée?\b|cancelad[oa]\b|interrotto|geannuleerd|отменен|取消|キャンセル|中断|취소
    """
)
_CONNECTION = _any(
    r"""
    verbindung (?:\w+ )?(?:unterbrochen|getrennt|verloren|zurückgesetzt)
    connexion (?:\w+ )?(?:perdue|interrompue|réinitialisée|fermée)
    conexión (?:\w+ )?(?:perdida|interrumpida|restablecida|cerrada)|соединение (?:разорвано|потеряно|сброшено)
    连接(?:已|被)?(?:重置|关闭|断开|中断)|接続.{0,4}(?:切断|リセット)|연결.{0,4}(?:끊|재설정)
    """
)
_REFUSED = _any(
    r"""
    \babgelehnt\b|\bverweigert\b|\bungültige?[rsn]?\b|\bnicht gefunden\b|\bnicht gedeckt\b|\brefusée?s?\b
    \bnon valide\b|\bintrouvable\b
    \brechazad[oa]s?\b|\bdenegad[oa]s?\b|\bno válid[oa]s?\b|\binválid[oa]s?\b|\bno encontrad[oa]\b
    \bfondos insuficientes\b|\brecusad[oa]\b
    \brifiutat[oa]\b|\bnon trovat[oa]\b|\bgeweigerd\b|\bongeldig\b|отклонен|недостаточно|не найден|отказано
    拒绝|拒絕|拒否|余额不足|餘額不足|残高不足|参数(?:错误|无效)|无效|無効|不正な|未找到|不存在|見つかりません
    权限不足|未授权|거부|거절|잔액 부족|찾을 수 없
    """
)
_NO_ACCESS = _any(
    r"""
    keine (?:berechtigung|zugriffsrechte|rechte|erlaubnis)|nicht (?:berechtigt|angemeldet|erlaubt|zulässig)
    anmeldung erforderlich|bitte (?:\w+ ){0,4}?an(?:melden)?\b|zugriff verweigert|accès refusé|acceso denegado|toegang geweigerd|(?:sitzung|token) (?:ist )?abgelaufen
    no (?:tiene|tienes|hay) (?:los )?(?:permiso|acceso|autorizaci)\w*|no (?:está )?autorizad[oa]|sin (?:permiso|autorizaci)\w*
    (?:debe|inicie|necesita) (?:iniciar )?sesión|(?:sesión|token) (?:ha )?(?:expirad|caducad|vencid)[oa]
    (?:pas|aucune) (?:de |l')?(?:l')?(?:autorisation|permission|accès|droit)\w*|non autorisée?|interdite?\b
    (?:veuillez|devez) vous connecter|(?:session|jeton) (?:est |a )?expirée?
    (?:acesso|permissão) negad[oa]|sem (?:permissão|autorização|acesso)|não autorizad[oa]|não tem permissão|faça login
    (?:accesso|permesso|autorizzazione) negat[oa]|non autorizzat[oa]|(?:sessione|token) scadut[oa]
    geen (?:toestemming|toegang|rechten|machtiging)|niet (?:gemachtigd|toegestaan|ingelogd)|log in om
    brak (?:uprawnień|dostępu|zgody)|odmowa dostępu|dostęp zabroniony|nie (?:masz|ma) (?:uprawnień|dostępu)
    přístup odepřen|nemáte oprávnění|(?:åtkomst|tillträde) nekad|saknar behörighet|(?:adgang|tilgang) nægtet|tilgang nektet
    ikke (?:autorisert|tillatt|autoriseret|tilladt)|pääsy evätty|ei (?:oikeutta|käyttöoikeutta)
    доступ (?:запрещ[её]н|закрыт)|нет (?:прав|доступа|разрешения)|требуется (?:авторизация|вход)|не авторизован
    доступ заборонено|немає (?:прав|доступу)|erişim (?:reddedildi|engellendi)|yetki(?:niz)? yok|yetkisiz|oturum açın
    (?:没有|無|无|沒有|缺少)(?:访问|操作|存取)?(?:权限|權限|授权)|访问被拒|禁止访问|请先?(?:登录|登入)|未登录|登录(?:已)?过期
    [权権]限がありません|許可されていません|ログインして|ログインが必要|認証が必要
    권한이 없|로그인이 필요|인증이 필요|허용되지 않
    مرفوض|غير مصرح|ليس لديك (?:صلاحية|إذن)|גישה נדחתה|אין הרשאה|không có quyền|chưa đăng nhập|akses ditolak|tidak (?:memiliki|punya) izin
    अनुमति नहीं|ไม่มีสิทธิ์
    """
)
_BAD_REQUEST = _any(
    r"""
    pflichtfeld|(?:feld|angabe|parameter|wert) .{0,40}?(?:fehlt|fehlen|erforderlich)|fehlende[rsn]? \w+|nicht genügend|unzureichend
    (?:campo|parámetro|dato|valor)s? .{0,40}?(?:obligatori|requerid|necesari|faltante)\w*|falta (?:el|la|un|una) \w+|saldo insuficiente
    champs? .{0,30}?(?:obligatoire|manquant|requis)|(?:paramètre|valeur) .{0,30}?(?:manquant|invalide|requis)\w*|solde insuffisant
    campo .{0,30}?obrigatório|obrigatório .{0,20}?ausente|parâmetro .{0,20}?(?:inválido|ausente)
    (?:campo|parametro) .{0,30}?(?:obbligatorio|mancante)|manca (?:il|la|un)|non valid[oa]|saldo insufficiente
    verplicht(?:e)? \w+|ontbreekt|onvoldoende saldo|nieprawidłow\w+|brak wymagan\w+|wymagane pole|neplatn\w+|povinné pole
    ogiltig\w*|obligatorisk\w*|saknas\b|ugyldig\w*|mangler\b|virheellinen|pakollinen
    неверн\w+ (?:параметр|запрос|значен|формат)\w*|обязательн\w+ пол\w+|некорректн\w+|невірн\w+|обов'язков\w+
    geçersiz|zorunlu(?:dur)?\b|yetersiz bakiye|eksik parametre
    缺少.{0,8}(?:参数|字段|必填)|参数不合法|參數(?:錯誤|無效)|不能为空|必填|格式(?:错误|不正确)
    必須(?:項目|です)|入力してください|パラメータ.{0,6}(?:不正|無効)|필수 .{0,12}(?:누락|입력|필요)|잘못된 요청|유효하지 않
    غير صالح|غير صحيح|לא חוקי|không hợp lệ|tidak valid|wajib diisi
    """
)

ABROAD: Final = (
    (Trouble.DENIED, _DENIED),
    (Trouble.UNREACHABLE, _UNREACHABLE),
    (Trouble.CONFLICT, _CONFLICT),
    (Trouble.TIMEOUT, _TIMEOUT),
    (Trouble.CANCELLED, _CANCELLED),
    (Trouble.CONNECTION, _CONNECTION),
    (Trouble.REFUSED, _REFUSED),
    (Trouble.REFUSED, _NO_ACCESS),
    (Trouble.REFUSED, _BAD_REQUEST),
)

REFUSALS: Final = (_REFUSED, _NO_ACCESS, _BAD_REQUEST)
"""Those of them that an answer may begin with."""
