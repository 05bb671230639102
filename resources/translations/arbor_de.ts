<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de_DE">
<context>
    <name></name>
    <message>
        <source>$ per month</source>
        <translation>$ im Monat</translation>
    </message>
    <message>
        <source>%</source>
        <translation>%</translation>
    </message>
    <message numerus="yes">
        <source>%n about other projects</source>
        <translation>
            <numerusform>%n über andere Projekte</numerusform>
            <numerusform>%n über andere Projekte</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n about you or with an address</source>
        <translation>
            <numerusform>%n über Sie oder mit Adresse</numerusform>
            <numerusform>%n über Sie oder mit Adresse</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n accepted</source>
        <translation>
            <numerusform>%n angenommen</numerusform>
            <numerusform>%n angenommen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n active</source>
        <translation>
            <numerusform>%n aktiv</numerusform>
            <numerusform>%n aktiv</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n added</source>
        <translation>
            <numerusform>%n hinzugefügt</numerusform>
            <numerusform>%n hinzugefügt</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n archived memories</source>
        <translation>
            <numerusform>%n archivierte Erinnerung</numerusform>
            <numerusform>%n archivierte Erinnerungen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n backups</source>
        <translation>
            <numerusform>%n Sicherung</numerusform>
            <numerusform>%n Sicherungen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n bytes</source>
        <translation>
            <numerusform>%n Byte</numerusform>
            <numerusform>%n Byte</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n calls</source>
        <translation>
            <numerusform>%n Anfrage</numerusform>
            <numerusform>%n Anfragen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n changed</source>
        <translation>
            <numerusform>%n geändert</numerusform>
            <numerusform>%n geändert</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n changes</source>
        <translation>
            <numerusform>%n Änderung</numerusform>
            <numerusform>%n Änderungen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n changes sent</source>
        <translation>
            <numerusform>%n Änderung gesendet</numerusform>
            <numerusform>%n Änderungen gesendet</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n changes that week</source>
        <translation>
            <numerusform>%n Änderung in dieser Woche</numerusform>
            <numerusform>%n Änderungen in dieser Woche</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n changes to send</source>
        <translation>
            <numerusform>%n Änderung zu senden</numerusform>
            <numerusform>%n Änderungen zu senden</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n characters too long.</source>
        <translation>
            <numerusform>%n Zeichen zu lang.</numerusform>
            <numerusform>%n Zeichen zu lang.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n confirmed as outdated</source>
        <translation>
            <numerusform>%n als veraltet bestätigt</numerusform>
            <numerusform>%n als veraltet bestätigt</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n conflicts</source>
        <translation>
            <numerusform>%n Konflikt</numerusform>
            <numerusform>%n Konflikte</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n conflicts found</source>
        <translation>
            <numerusform>%n Konflikt gefunden</numerusform>
            <numerusform>%n Konflikte gefunden</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n conflicts resolved</source>
        <translation>
            <numerusform>%n Konflikt gelöst</numerusform>
            <numerusform>%n Konflikte gelöst</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n connected</source>
        <translation>
            <numerusform>%n verbunden</numerusform>
            <numerusform>%n verbunden</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n conversations</source>
        <translation>
            <numerusform>%n Gespräch</numerusform>
            <numerusform>%n Gespräche</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n conversations are being read</source>
        <translation>
            <numerusform>%n Gespräch wird gelesen</numerusform>
            <numerusform>%n Gespräche werden gelesen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n conversations are waiting for power</source>
        <translation>
            <numerusform>%n Gespräch wartet auf Strom</numerusform>
            <numerusform>%n Gespräche warten auf Strom</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n conversations are waiting to be read. Nothing was lost.</source>
        <translation>
            <numerusform>%n Gespräch wartet auf das Lesen. Nichts ging verloren.</numerusform>
            <numerusform>%n Gespräche warten auf das Lesen. Nichts ging verloren.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n conversations are waiting: full screen</source>
        <translation>
            <numerusform>%n Gespräch wartet: Vollbild</numerusform>
            <numerusform>%n Gespräche warten: Vollbild</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n conversations are waiting: the computer is busy</source>
        <translation>
            <numerusform>%n Gespräch wartet: der Computer ist beschäftigt</numerusform>
            <numerusform>%n Gespräche warten: der Computer ist beschäftigt</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n conversations couldn&apos;t be read</source>
        <translation>
            <numerusform>%n Gespräch konnte nicht gelesen werden</numerusform>
            <numerusform>%n Gespräche konnten nicht gelesen werden</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n conversations found</source>
        <translation>
            <numerusform>%n Gespräch gefunden</numerusform>
            <numerusform>%n Gespräche gefunden</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n conversations ignored</source>
        <translation>
            <numerusform>Gespräch ignoriert</numerusform>
            <numerusform>%n Gespräche ignoriert</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n conversations imported</source>
        <translation>
            <numerusform>%n Gespräch importiert</numerusform>
            <numerusform>%n Gespräche importiert</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n conversations no longer ignored</source>
        <translation>
            <numerusform>Gespräch nicht mehr ignoriert</numerusform>
            <numerusform>%n Gespräche nicht mehr ignoriert</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n conversations read</source>
        <translation>
            <numerusform>%n Gespräch gelesen</numerusform>
            <numerusform>%n Gespräche gelesen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n conversations to read</source>
        <translation>
            <numerusform>%n Gespräch zu lesen</numerusform>
            <numerusform>%n Gespräche zu lesen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n conversations to read.</source>
        <translation>
            <numerusform>%n Gespräch zu lesen.</numerusform>
            <numerusform>%n Gespräche zu lesen.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n conversations waiting to be read</source>
        <translation>
            <numerusform>%n Gespräch wartet aufs Lesen</numerusform>
            <numerusform>%n Gespräche warten aufs Lesen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n copies</source>
        <translation>
            <numerusform>%n Kopie</numerusform>
            <numerusform>%n Kopien</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n corrections</source>
        <translation>
            <numerusform>%n Korrektur</numerusform>
            <numerusform>%n Korrekturen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n damaged files were deleted.</source>
        <translation>
            <numerusform>%n beschädigte Datei wurde gelöscht.</numerusform>
            <numerusform>%n beschädigte Dateien wurden gelöscht.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n damaged memories</source>
        <translation>
            <numerusform>%n beschädigte Erinnerung</numerusform>
            <numerusform>%n beschädigte Erinnerungen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n days</source>
        <translation>
            <numerusform>%n Tag</numerusform>
            <numerusform>%n Tage</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n days ago</source>
        <translation>
            <numerusform>vor %n Tag</numerusform>
            <numerusform>vor %n Tagen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n days apart</source>
        <translation>
            <numerusform>%n Tag auseinander</numerusform>
            <numerusform>%n Tage auseinander</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n deliveries failed</source>
        <translation>
            <numerusform>%n Mal nicht angekommen</numerusform>
            <numerusform>%n Mal nicht angekommen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n details</source>
        <translation>
            <numerusform>%n Angabe</numerusform>
            <numerusform>%n Angaben</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n didn&apos;t help</source>
        <translation>
            <numerusform>%n half nicht</numerusform>
            <numerusform>%n halfen nicht</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n duplicates</source>
        <translation>
            <numerusform>%n Duplikat</numerusform>
            <numerusform>%n Duplikate</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n edits undone</source>
        <translation>
            <numerusform>%n Änderung rückgängig gemacht</numerusform>
            <numerusform>%n Änderungen rückgängig gemacht</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n entries</source>
        <translation>
            <numerusform>%n Eintrag</numerusform>
            <numerusform>%n Einträge</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n entries rebuilt</source>
        <translation>
            <numerusform>%n Eintrag neu aufgebaut</numerusform>
            <numerusform>%n Einträge neu aufgebaut</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n entries were added to the file outside Arbor and need review.</source>
        <translation>
            <numerusform>%n Eintrag wurde außerhalb von Arbor zur Datei hinzugefügt und ist zu prüfen.</numerusform>
            <numerusform>%n Einträge wurden außerhalb von Arbor zur Datei hinzugefügt und sind zu prüfen.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n errors</source>
        <translation>
            <numerusform>%n Fehler</numerusform>
            <numerusform>%n Fehler</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n errors resolved</source>
        <translation>
            <numerusform>%n Fehler behoben</numerusform>
            <numerusform>%n Fehler behoben</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n fewer than today</source>
        <translation>
            <numerusform>%n weniger als heute</numerusform>
            <numerusform>%n weniger als heute</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n files</source>
        <translation>
            <numerusform>%n Datei</numerusform>
            <numerusform>%n Dateien</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n files could not be read</source>
        <translation>
            <numerusform>%n Datei konnte nicht gelesen werden</numerusform>
            <numerusform>%n Dateien konnten nicht gelesen werden</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n files of your AI tools still contain them</source>
        <translation>
            <numerusform>%n Datei Ihrer KI-Werkzeuge enthält sie noch</numerusform>
            <numerusform>%n Dateien Ihrer KI-Werkzeuge enthalten sie noch</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n from you</source>
        <translation>
            <numerusform>%n von Ihnen</numerusform>
            <numerusform>%n von Ihnen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n from your team</source>
        <translation>
            <numerusform>%n von Ihrem Team</numerusform>
            <numerusform>%n von Ihrem Team</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n h ago</source>
        <translation>
            <numerusform>vor %n Std.</numerusform>
            <numerusform>vor %n Std.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n hooks not responding</source>
        <translation>
            <numerusform>%n Hook antwortet nicht</numerusform>
            <numerusform>%n Hooks antworten nicht</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n hours ago</source>
        <translation>
            <numerusform>vor %n Stunde</numerusform>
            <numerusform>vor %n Stunden</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n images saved in {folder}</source>
        <translation>
            <numerusform>%n Bild in {folder} gespeichert</numerusform>
            <numerusform>%n Bilder in {folder} gespeichert</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n in all</source>
        <translation>
            <numerusform>%n insgesamt</numerusform>
            <numerusform>%n insgesamt</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n in review or in conflict</source>
        <translation>
            <numerusform>%n ungeprüft oder im Konflikt</numerusform>
            <numerusform>%n ungeprüft oder im Konflikt</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n invalid search entries</source>
        <translation>
            <numerusform>%n ungültiger Sucheintrag</numerusform>
            <numerusform>%n ungültige Sucheinträge</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n items</source>
        <translation>
            <numerusform>%n Eintrag</numerusform>
            <numerusform>%n Einträge</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n kept</source>
        <translation>
            <numerusform>%n behalten</numerusform>
            <numerusform>%n behalten</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n learned</source>
        <translation>
            <numerusform>%n gelernt</numerusform>
            <numerusform>%n gelernt</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n left out for privacy</source>
        <translation>
            <numerusform>%n aus Datenschutzgründen ausgelassen</numerusform>
            <numerusform>%n aus Datenschutzgründen ausgelassen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n less certain</source>
        <translation>
            <numerusform>%n weniger sicher</numerusform>
            <numerusform>%n weniger sicher</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n lines</source>
        <translation>
            <numerusform>%n Zeile</numerusform>
            <numerusform>%n Zeilen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n lines added</source>
        <translation>
            <numerusform>%n Zeile hinzugefügt</numerusform>
            <numerusform>%n Zeilen hinzugefügt</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n lines removed</source>
        <translation>
            <numerusform>%n Zeile entfernt</numerusform>
            <numerusform>%n Zeilen entfernt</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n links</source>
        <translation>
            <numerusform>%n Verknüpfung</numerusform>
            <numerusform>%n Verknüpfungen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n long memories</source>
        <translation>
            <numerusform>%n lange Erinnerung</numerusform>
            <numerusform>%n lange Erinnerungen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n marked outdated</source>
        <translation>
            <numerusform>%n als veraltet markiert</numerusform>
            <numerusform>%n als veraltet markiert</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n matches</source>
        <translation>
            <numerusform>%n Treffer</numerusform>
            <numerusform>%n Treffer</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n matches are hidden by filters.</source>
        <translation>
            <numerusform>%n Treffer ist durch Filter ausgeblendet.</numerusform>
            <numerusform>%n Treffer sind durch Filter ausgeblendet.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n matches have another status, such as archived.</source>
        <translation>
            <numerusform>%n Treffer hat einen anderen Status, etwa „Archiviert“.</numerusform>
            <numerusform>%n Treffer haben einen anderen Status, etwa „Archiviert“.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n members</source>
        <translation>
            <numerusform>%n Mitglied</numerusform>
            <numerusform>%n Mitglieder</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n memories</source>
        <translation>
            <numerusform>%n Erinnerung</numerusform>
            <numerusform>%n Erinnerungen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n memories accepted</source>
        <translation>
            <numerusform>%n Erinnerung angenommen</numerusform>
            <numerusform>%n Erinnerungen angenommen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n memories archived</source>
        <translation>
            <numerusform>%n Erinnerung archiviert</numerusform>
            <numerusform>%n Erinnerungen archiviert</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n memories below.</source>
        <translation>
            <numerusform>%n Erinnerung unten.</numerusform>
            <numerusform>%n Erinnerungen unten.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n memories changed</source>
        <translation>
            <numerusform>%n Erinnerung geändert</numerusform>
            <numerusform>%n Erinnerungen geändert</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n memories confirmed</source>
        <translation>
            <numerusform>%n Erinnerung bestätigt</numerusform>
            <numerusform>%n Erinnerungen bestätigt</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n memories confirmed as outdated</source>
        <translation>
            <numerusform>%n Erinnerung als veraltet bestätigt</numerusform>
            <numerusform>%n Erinnerungen als veraltet bestätigt</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n memories copied</source>
        <translation>
            <numerusform>Erinnerung kopiert</numerusform>
            <numerusform>%n Erinnerungen kopiert</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n memories deleted</source>
        <translation>
            <numerusform>%n Erinnerung gelöscht</numerusform>
            <numerusform>%n Erinnerungen gelöscht</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n memories deleted permanently</source>
        <translation>
            <numerusform>%n Erinnerung endgültig gelöscht</numerusform>
            <numerusform>%n Erinnerungen endgültig gelöscht</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n memories exported to {file}</source>
        <translation>
            <numerusform>%n Erinnerung nach {file} exportiert</numerusform>
            <numerusform>%n Erinnerungen nach {file} exportiert</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n memories found</source>
        <translation>
            <numerusform>%n Erinnerung gefunden</numerusform>
            <numerusform>%n Erinnerungen gefunden</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n memories imported</source>
        <translation>
            <numerusform>%n Erinnerung importiert</numerusform>
            <numerusform>%n Erinnerungen importiert</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n memories limited to their projects</source>
        <translation>
            <numerusform>%n Erinnerung auf ihr Projekt beschränkt</numerusform>
            <numerusform>%n Erinnerungen auf ihre Projekte beschränkt</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n memories made global</source>
        <translation>
            <numerusform>%n Erinnerung global gemacht</numerusform>
            <numerusform>%n Erinnerungen global gemacht</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n memories merged</source>
        <translation>
            <numerusform>%n Erinnerung zusammengeführt</numerusform>
            <numerusform>%n Erinnerungen zusammengeführt</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n memories need review.</source>
        <translation>
            <numerusform>%n Erinnerung ist zu prüfen.</numerusform>
            <numerusform>%n Erinnerungen sind zu prüfen.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n memories on other topics</source>
        <translation>
            <numerusform>%n Erinnerung zu einem anderen Thema</numerusform>
            <numerusform>%n Erinnerungen zu anderen Themen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n memories received</source>
        <translation>
            <numerusform>%n Erinnerung empfangen</numerusform>
            <numerusform>%n Erinnerungen empfangen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n memories rejected</source>
        <translation>
            <numerusform>%n Erinnerung abgelehnt</numerusform>
            <numerusform>%n Erinnerungen abgelehnt</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n memories removed</source>
        <translation>
            <numerusform>%n Erinnerung entfernt</numerusform>
            <numerusform>%n Erinnerungen entfernt</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n memories restored</source>
        <comment>by undoing a run</comment>
        <translation>
            <numerusform>%n Erinnerung wiederhergestellt</numerusform>
            <numerusform>%n Erinnerungen wiederhergestellt</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n memories restored</source>
        <translation>
            <numerusform>%n Erinnerung wiederhergestellt</numerusform>
            <numerusform>%n Erinnerungen wiederhergestellt</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n memories saved</source>
        <translation>
            <numerusform>%n Erinnerung gespeichert</numerusform>
            <numerusform>%n Erinnerungen gespeichert</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n memories selected</source>
        <translation>
            <numerusform>%n Erinnerung ausgewählt</numerusform>
            <numerusform>%n Erinnerungen ausgewählt</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n memories tagged</source>
        <translation>
            <numerusform>%n Erinnerung verschlagwortet</numerusform>
            <numerusform>%n Erinnerungen verschlagwortet</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n memories that are never shared or belong to ignored projects</source>
        <translation>
            <numerusform>%n Erinnerung, die nie geteilt wird oder zu einem ignorierten Projekt gehört</numerusform>
            <numerusform>%n Erinnerungen, die nie geteilt werden oder zu ignorierten Projekten gehören</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n memories to review</source>
        <translation>
            <numerusform>%n Erinnerung zu prüfen</numerusform>
            <numerusform>%n Erinnerungen zu prüfen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n memories without links are not shown</source>
        <translation>
            <numerusform>%n Erinnerung ohne Verknüpfungen wird nicht angezeigt</numerusform>
            <numerusform>%n Erinnerungen ohne Verknüpfungen werden nicht angezeigt</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n memories, undone in one step.</source>
        <translation>
            <numerusform>%n Erinnerung, in einem Schritt rückgängig zu machen.</numerusform>
            <numerusform>%n Erinnerungen, in einem Schritt rückgängig zu machen.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n memory files of AI tools were deleted or lost most of their lines</source>
        <translation>
            <numerusform>%n Erinnerungsdatei von KI-Werkzeugen wurde gelöscht oder verlor die meisten Zeilen</numerusform>
            <numerusform>%n Erinnerungsdateien von KI-Werkzeugen wurden gelöscht oder verloren die meisten Zeilen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n merged with yours</source>
        <translation>
            <numerusform>%n mit Ihrer zusammengeführt</numerusform>
            <numerusform>%n mit Ihren zusammengeführt</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n messages</source>
        <translation>
            <numerusform>%n Nachricht</numerusform>
            <numerusform>%n Nachrichten</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n min ago</source>
        <translation>
            <numerusform>vor %n Min.</numerusform>
            <numerusform>vor %n Min.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n model calls with unknown price not included</source>
        <translation>
            <numerusform>%n Modellanfrage mit unbekanntem Preis nicht enthalten</numerusform>
            <numerusform>%n Modellanfragen mit unbekanntem Preis nicht enthalten</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n months</source>
        <translation>
            <numerusform>%n Monat</numerusform>
            <numerusform>%n Monate</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n months ago</source>
        <translation>
            <numerusform>vor %n Monat</numerusform>
            <numerusform>vor %n Monaten</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n months apart</source>
        <translation>
            <numerusform>%n Monat auseinander</numerusform>
            <numerusform>%n Monate auseinander</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n more are not listed: filter the list first.</source>
        <translation>
            <numerusform>%n weitere ist nicht aufgeführt: Filtern Sie zuerst die Liste.</numerusform>
            <numerusform>%n weitere sind nicht aufgeführt: Filtern Sie zuerst die Liste.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n more hooks need attention.</source>
        <translation>
            <numerusform>%n weiterer Hook braucht Aufmerksamkeit.</numerusform>
            <numerusform>%n weitere Hooks brauchen Aufmerksamkeit.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n more memories shared</source>
        <translation>
            <numerusform>%n weitere Erinnerung weitergegeben</numerusform>
            <numerusform>%n weitere Erinnerungen weitergegeben</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n more than today</source>
        <translation>
            <numerusform>%n mehr als heute</numerusform>
            <numerusform>%n mehr als heute</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n need you</source>
        <translation>
            <numerusform>%n braucht Sie</numerusform>
            <numerusform>%n brauchen Sie</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n never share</source>
        <translation>
            <numerusform>%n nie weitergeben</numerusform>
            <numerusform>%n nie weitergeben</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n new</source>
        <translation>
            <numerusform>%n neu</numerusform>
            <numerusform>%n neu</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n new conflicts</source>
        <translation>
            <numerusform>%n neuer Konflikt</numerusform>
            <numerusform>%n neue Konflikte</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n new memories</source>
        <translation>
            <numerusform>%n neue Erinnerung</numerusform>
            <numerusform>%n neue Erinnerungen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n not read yet</source>
        <translation>
            <numerusform>%n noch nicht gelesen</numerusform>
            <numerusform>%n noch nicht gelesen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n not restored because they changed after the run</source>
        <translation>
            <numerusform>%n nicht wiederhergestellt, da nach dem Lauf geändert</numerusform>
            <numerusform>%n nicht wiederhergestellt, da nach dem Lauf geändert</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n of one branch</source>
        <translation>
            <numerusform>%n von einem Branch</numerusform>
            <numerusform>%n von einem Branch</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n old messages</source>
        <translation>
            <numerusform>%n alte Nachricht</numerusform>
            <numerusform>%n alte Nachrichten</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n old session outcomes</source>
        <translation>
            <numerusform>%n altes Sitzungsergebnis</numerusform>
            <numerusform>%n alte Sitzungsergebnisse</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n older changes are not shown.</source>
        <translation>
            <numerusform>%n ältere Änderung wird nicht angezeigt.</numerusform>
            <numerusform>%n ältere Änderungen werden nicht angezeigt.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n other members</source>
        <translation>
            <numerusform>%n weiteres Mitglied</numerusform>
            <numerusform>%n weitere Mitglieder</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n outdated</source>
        <translation>
            <numerusform>%n veraltet</numerusform>
            <numerusform>%n veraltet</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n pairs of memories</source>
        <translation>
            <numerusform>%n Paar Erinnerungen</numerusform>
            <numerusform>%n Paare Erinnerungen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n private</source>
        <translation>
            <numerusform>%n privat</numerusform>
            <numerusform>%n privat</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n problems found</source>
        <translation>
            <numerusform>%n Problem gefunden</numerusform>
            <numerusform>%n Probleme gefunden</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n problems in the memory file</source>
        <translation>
            <numerusform>%n Problem in der Erinnerungsdatei</numerusform>
            <numerusform>%n Probleme in der Erinnerungsdatei</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n project memories hidden from this branch</source>
        <translation>
            <numerusform>%n Projekterinnerung in diesem Branch ausgeblendet</numerusform>
            <numerusform>%n Projekterinnerungen in diesem Branch ausgeblendet</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n projects</source>
        <translation>
            <numerusform>%n Projekt</numerusform>
            <numerusform>%n Projekte</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n purged</source>
        <translation>
            <numerusform>%n endgültig gelöscht</numerusform>
            <numerusform>%n endgültig gelöscht</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n received</source>
        <translation>
            <numerusform>%n erhalten</numerusform>
            <numerusform>%n erhalten</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n rejected</source>
        <translation>
            <numerusform>%n abgelehnt</numerusform>
            <numerusform>%n abgelehnt</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n removed</source>
        <translation>
            <numerusform>%n entfernt</numerusform>
            <numerusform>%n entfernt</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n repeats</source>
        <translation>
            <numerusform>%n Wiederholung</numerusform>
            <numerusform>%n Wiederholungen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n runs</source>
        <translation>
            <numerusform>%n Lauf</numerusform>
            <numerusform>%n Läufe</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n runs failed.</source>
        <translation>
            <numerusform>%n Lauf ist fehlgeschlagen.</numerusform>
            <numerusform>%n Läufe sind fehlgeschlagen.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n search indexes</source>
        <translation>
            <numerusform>%n Suchindex</numerusform>
            <numerusform>%n Suchindizes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n secrets purged</source>
        <translation>
            <numerusform>%n Geheimnis getilgt</numerusform>
            <numerusform>%n Geheimnisse getilgt</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n secrets were saved before Arbor recognized them</source>
        <translation>
            <numerusform>%n Geheimnis wurde gespeichert, bevor Arbor es erkannte</numerusform>
            <numerusform>%n Geheimnisse wurden gespeichert, bevor Arbor sie erkannte</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n sensitive</source>
        <translation>
            <numerusform>%n sensibel</numerusform>
            <numerusform>%n sensibel</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n sensitive or “never share” memories left out</source>
        <translation>
            <numerusform>%n sensible oder nie weiterzugebende Erinnerung ausgelassen</numerusform>
            <numerusform>%n sensible oder nie weiterzugebende Erinnerungen ausgelassen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n sessions</source>
        <translation>
            <numerusform>%n Sitzung</numerusform>
            <numerusform>%n Sitzungen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n shared</source>
        <translation>
            <numerusform>%n weitergegeben</numerusform>
            <numerusform>%n weitergegeben</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n shown</source>
        <translation>
            <numerusform>%n angezeigt</numerusform>
            <numerusform>%n angezeigt</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n similar tasks</source>
        <translation>
            <numerusform>%n ähnliche Aufgabe</numerusform>
            <numerusform>%n ähnliche Aufgaben</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n sources</source>
        <translation>
            <numerusform>%n Quelle</numerusform>
            <numerusform>%n Quellen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n still need review: they conflict with or update other memories.</source>
        <translation>
            <numerusform>%n ist weiter zu prüfen: Sie widerspricht einer anderen Erinnerung oder aktualisiert sie.</numerusform>
            <numerusform>%n sind weiter zu prüfen: Sie widersprechen anderen Erinnerungen oder aktualisieren sie.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n suggestions</source>
        <translation>
            <numerusform>%n Vorschlag</numerusform>
            <numerusform>%n Vorschläge</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n suggestions accepted</source>
        <translation>
            <numerusform>%n Vorschlag angenommen</numerusform>
            <numerusform>%n Vorschläge angenommen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n suggestions from AI tools</source>
        <translation>
            <numerusform>%n Vorschlag von KI-Werkzeugen</numerusform>
            <numerusform>%n Vorschläge von KI-Werkzeugen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n suggestions need review again</source>
        <translation>
            <numerusform>%n Vorschlag ist wieder zu prüfen</numerusform>
            <numerusform>%n Vorschläge sind wieder zu prüfen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n suggestions rejected</source>
        <translation>
            <numerusform>%n Vorschlag abgelehnt</numerusform>
            <numerusform>%n Vorschläge abgelehnt</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n summaries</source>
        <translation>
            <numerusform>%n Zusammenfassung</numerusform>
            <numerusform>%n Zusammenfassungen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n team memories here</source>
        <translation>
            <numerusform>%n Erinnerung des Teams hier</numerusform>
            <numerusform>%n Erinnerungen des Teams hier</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n texts replaced</source>
        <translation>
            <numerusform>%n Text ersetzt</numerusform>
            <numerusform>%n Texte ersetzt</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n times</source>
        <translation>
            <numerusform>%n Mal</numerusform>
            <numerusform>%n Mal</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n to read</source>
        <translation>
            <numerusform>%n zu lesen</numerusform>
            <numerusform>%n zu lesen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n to review</source>
        <translation>
            <numerusform>%n zu prüfen</numerusform>
            <numerusform>%n zu prüfen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n tok</source>
        <translation>
            <numerusform>%n Tok.</numerusform>
            <numerusform>%n Tok.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n tokens</source>
        <translation>
            <numerusform>%n Token</numerusform>
            <numerusform>%n Token</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n tool calls</source>
        <translation>
            <numerusform>%n Werkzeugaufruf</numerusform>
            <numerusform>%n Werkzeugaufrufe</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n transcripts</source>
        <translation>
            <numerusform>%n Verlauf</numerusform>
            <numerusform>%n Verläufe</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n unresolved errors</source>
        <translation>
            <numerusform>%n ungelöster Fehler</numerusform>
            <numerusform>%n ungelöste Fehler</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n unticked</source>
        <translation>
            <numerusform>%n abgewählt</numerusform>
            <numerusform>%n abgewählt</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n updated</source>
        <translation>
            <numerusform>%n aktualisiert</numerusform>
            <numerusform>%n aktualisiert</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n used</source>
        <translation>
            <numerusform>%n verwendet</numerusform>
            <numerusform>%n verwendet</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n versions deleted</source>
        <translation>
            <numerusform>%n Version gelöscht</numerusform>
            <numerusform>%n Versionen gelöscht</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n very certain, but in conflict</source>
        <translation>
            <numerusform>%n sehr sicher, aber im Konflikt</numerusform>
            <numerusform>%n sehr sicher, aber im Konflikt</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n waiting</source>
        <translation>
            <numerusform>%n wartet</numerusform>
            <numerusform>%n warten</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n weeks ago</source>
        <translation>
            <numerusform>vor %n Woche</numerusform>
            <numerusform>vor %n Wochen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n weeks apart</source>
        <translation>
            <numerusform>%n Woche auseinander</numerusform>
            <numerusform>%n Wochen auseinander</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n with folders of this computer</source>
        <translation>
            <numerusform>%n mit Ordnern dieses Computers</numerusform>
            <numerusform>%n mit Ordnern dieses Computers</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n years</source>
        <translation>
            <numerusform>%n Jahr</numerusform>
            <numerusform>%n Jahre</numerusform>
        </translation>
    </message>
    <message>
        <source>(in a conversation)</source>
        <translation>(in einem Gespräch)</translation>
    </message>
    <message>
        <source>(in “{title}”)</source>
        <translation>(in „{title}“)</translation>
    </message>
    <message>
        <source>(project folder)</source>
        <translation>(Projektordner)</translation>
    </message>
    <message>
        <source>, {done} of {total}</source>
        <translation>, {done} von {total}</translation>
    </message>
    <message>
        <source>0.{first} to {last}</source>
        <translation>0,{first} bis {last}</translation>
    </message>
    <message>
        <source>1 file</source>
        <translation>1 Datei</translation>
    </message>
    <message>
        <source>1 if used today, then 0.01 less per day, down to 0.80</source>
        <translation>1 bei Verwendung heute, je Tag 0,01 weniger, mindestens 0,80</translation>
    </message>
    <message>
        <source>1 in {n} sessions</source>
        <translation>1 von {n} Sitzungen</translation>
    </message>
    <message>
        <source>1 session without memories so far.</source>
        <translation>Bisher 1 Sitzung ohne Erinnerungen.</translation>
    </message>
    <message>
        <source>1 year</source>
        <translation>1 Jahr</translation>
    </message>
    <message>
        <source>1, plus 0.02 for each use, up to 1.20</source>
        <translation>1, dazu 0,02 je Verwendung, höchstens 1,20</translation>
    </message>
    <message>
        <source>1.15 if the project uses the memory&apos;s technology, otherwise 1</source>
        <translation>1,15, wenn das Projekt die Technik der Erinnerung verwendet, sonst 1</translation>
    </message>
    <message>
        <source>3</source>
        <translation>3</translation>
    </message>
    <message>
        <source>3 months</source>
        <translation>3 Monate</translation>
    </message>
    <message>
        <source>30 days</source>
        <translation>30 Tage</translation>
    </message>
    <message>
        <source>6 months</source>
        <translation>6 Monate</translation>
    </message>
    <message>
        <source>80</source>
        <translation>80</translation>
    </message>
    <message>
        <source>9 months</source>
        <translation>9 Monate</translation>
    </message>
    <message>
        <source>A card of {name} has another key and is ignored.</source>
        <translation>Eine Karte von {name} hat einen anderen Schlüssel und wird nicht beachtet.</translation>
    </message>
    <message>
        <source>A change</source>
        <translation>Eine Änderung</translation>
    </message>
    <message>
        <source>A connected AI tool can see the memories on the Context page. Memories in review or marked “never share” are not shared.</source>
        <translation>Ein verbundenes KI-Werkzeug kann die Erinnerungen der Seite „Kontext“ sehen. Zu prüfende und nie weiterzugebende Erinnerungen werden nicht weitergegeben.</translation>
    </message>
    <message>
        <source>A connected AI tool sees your memories when a session starts. You review every change to the tool&apos;s files first.</source>
        <translation>Ein verbundenes KI-Werkzeug sieht Ihre Erinnerungen, wenn eine Sitzung beginnt. Jede Änderung an den Dateien des Werkzeugs prüfen Sie vorher.</translation>
    </message>
    <message>
        <source>A conversation</source>
        <translation>Ein Gespräch</translation>
    </message>
    <message>
        <source>A day</source>
        <translation>Ein Tag</translation>
    </message>
    <message>
        <source>A fact that was not used, mentioned or confirmed for {days} days</source>
        <translation>Ein Fakt, der {days} Tage lang nicht verwendet, erwähnt oder bestätigt wurde</translation>
    </message>
    <message>
        <source>A fact that was shared {count} times or more and never helped</source>
        <translation>Ein Fakt, der {count} Mal oder öfter weitergegeben wurde und nie half</translation>
    </message>
    <message>
        <source>A file changed in the meantime. Review the changes again.</source>
        <translation>Eine Datei wurde inzwischen geändert. Prüfen Sie die Änderungen erneut.</translation>
    </message>
    <message>
        <source>A folder of notes with tags and links</source>
        <translation>Ein Ordner mit Notizen, Tags und Links</translation>
    </message>
    <message>
        <source>A language model can read it: Settings → Reading.</source>
        <translation>Ein Sprachmodell kann es lesen: Einstellungen → Lesen.</translation>
    </message>
    <message>
        <source>A language model could answer this from the memories below.</source>
        <translation>Ein Sprachmodell könnte dies aus den Erinnerungen unten beantworten.</translation>
    </message>
    <message>
        <source>A memory or its history</source>
        <translation>Eine Erinnerung oder ihr Verlauf</translation>
    </message>
    <message>
        <source>A page for each category, made from your memories</source>
        <translation>Eine Seite je Kategorie, aus Ihren Erinnerungen</translation>
    </message>
    <message>
        <source>A pairing code has {count} words; this has {typed}.</source>
        <translation>Ein Kopplungscode hat {count} Wörter; dieser hat {typed}.</translation>
    </message>
    <message>
        <source>A program fills the screen. Reading starts when it no longer does.</source>
        <translation>Ein Programm füllt den Bildschirm. Das Lesen beginnt, sobald das nicht mehr so ist.</translation>
    </message>
    <message>
        <source>A project of another device. Until you choose its folder here, no session gets its memories.</source>
        <translation>Ein Projekt eines anderen Geräts. Bis Sie seinen Ordner hier wählen, bekommt keine Sitzung seine Erinnerungen.</translation>
    </message>
    <message>
        <source>A purge can&apos;t be undone. The report lists kinds and places, never the secrets.</source>
        <translation>Das Tilgen lässt sich nicht rückgängig machen. Der Bericht nennt Arten und Orte, nie die Geheimnisse.</translation>
    </message>
    <message>
        <source>A range that includes zero is never a result.</source>
        <translation>Ein Bereich, der null enthält, ist nie ein Ergebnis.</translation>
    </message>
    <message>
        <source>A recovery code has {groups} groups of {size} letters and digits; this has {typed} of {all} characters.</source>
        <translation>Ein Wiederherstellungscode hat {groups} Gruppen aus {size} Buchstaben und Ziffern; dieser hat {typed} von {all} Zeichen.</translation>
    </message>
    <message>
        <source>A secret is removed</source>
        <translation>Ein Geheimnis wird entfernt</translation>
    </message>
    <message>
        <source>A server compatible with Anthropic&apos;s API, such as Ollama or LM Studio. Leave empty to use Anthropic.</source>
        <translation>Ein mit Anthropics API kompatibler Server, etwa Ollama oder LM Studio. Leer: Anthropic selbst.</translation>
    </message>
    <message>
        <source>A small language model reads your conversations. Nothing leaves this computer.</source>
        <translation>Ein kleines Sprachmodell liest Ihre Gespräche. Nichts verlässt diesen Computer.</translation>
    </message>
    <message>
        <source>AI service key</source>
        <translation>Schlüssel eines KI-Dienstes</translation>
    </message>
    <message>
        <source>AI tools</source>
        <translation>KI-Werkzeuge</translation>
    </message>
    <message>
        <source>API key</source>
        <translation>API-Schlüssel</translation>
    </message>
    <message>
        <source>API key rejected</source>
        <translation>API-Schlüssel abgelehnt</translation>
    </message>
    <message>
        <source>API key, if the server needs it</source>
        <translation>API-Schlüssel, falls der Server ihn braucht</translation>
    </message>
    <message>
        <source>About</source>
        <translation>Über</translation>
    </message>
    <message>
        <source>About coding, but this folder has no code</source>
        <translation>Betrifft Code, dieser Ordner hat keinen</translation>
    </message>
    <message>
        <source>About the project</source>
        <translation>Über das Projekt</translation>
    </message>
    <message>
        <source>About this memory</source>
        <translation>Über diese Erinnerung</translation>
    </message>
    <message>
        <source>About you</source>
        <translation>Über Sie</translation>
    </message>
    <message>
        <source>About you: shared only when it matches your prompt</source>
        <translation>Über Sie: nur weitergegeben, wenn sie zu Ihrem Prompt passt</translation>
    </message>
    <message>
        <source>About {n} per week</source>
        <translation>Etwa {n} pro Woche</translation>
    </message>
    <message>
        <source>About {technology}, but this project uses {stack}</source>
        <translation>Betrifft {technology}, dieses Projekt verwendet {stack}</translation>
    </message>
    <message>
        <source>About {technology}, but this project&apos;s technologies are unknown</source>
        <translation>Betrifft {technology}, Technik dieses Projekts unbekannt</translation>
    </message>
    <message>
        <source>Above {amount}</source>
        <translation>Über {amount}</translation>
    </message>
    <message>
        <source>Accept</source>
        <translation>Annehmen</translation>
    </message>
    <message numerus="yes">
        <source>Accept %n very certain memories</source>
        <translation>
            <numerusform>%n sehr sichere Erinnerung annehmen</numerusform>
            <numerusform>%n sehr sichere Erinnerungen annehmen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Accept %n very certain memories without conflicts</source>
        <translation>
            <numerusform>%n sehr sichere Erinnerung ohne Konflikt annehmen</numerusform>
            <numerusform>%n sehr sichere Erinnerungen ohne Konflikt annehmen</numerusform>
        </translation>
    </message>
    <message>
        <source>Accept all very certain memories</source>
        <translation>Alle sehr sicheren annehmen</translation>
    </message>
    <message>
        <source>Accept and keep both</source>
        <translation>Annehmen und beide behalten</translation>
    </message>
    <message>
        <source>Accept and replace</source>
        <translation>Annehmen und ersetzen</translation>
    </message>
    <message>
        <source>Accept change</source>
        <translation>Änderung annehmen</translation>
    </message>
    <message>
        <source>Accept or reject; if marked outdated: keep or confirm</source>
        <translation>Annehmen, ablehnen; veraltete: behalten, bestätigen</translation>
    </message>
    <message>
        <source>Accept very certain memories automatically</source>
        <translation>Sehr sichere Erinnerungen automatisch annehmen</translation>
    </message>
    <message>
        <source>Accept very certain memories automatically. Memories that conflict with or update another memory still need review. So do instructions that are not from you.</source>
        <translation>Nimmt sehr sichere Erinnerungen automatisch an. Erinnerungen, die einer anderen widersprechen oder sie aktualisieren, und Anweisungen, die nicht von Ihnen stammen, sind weiter zu prüfen.</translation>
    </message>
    <message>
        <source>Accepted</source>
        <translation>Angenommen</translation>
    </message>
    <message>
        <source>Accepted automatically: its confidence is at least {least}</source>
        <translation>Automatisch angenommen: Die Gewissheit ist mindestens {least}</translation>
    </message>
    <message>
        <source>Accepting…</source>
        <translation>Wird angenommen&#xa0;…</translation>
    </message>
    <message>
        <source>Account number</source>
        <translation>Kontonummer</translation>
    </message>
    <message>
        <source>Active</source>
        <translation>Aktiv</translation>
    </message>
    <message>
        <source>Active filters may hide results.</source>
        <translation>Aktive Filter können Ergebnisse ausblenden.</translation>
    </message>
    <message>
        <source>Activity</source>
        <translation>Aktivität</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>Hinzufügen</translation>
    </message>
    <message>
        <source>Add a device</source>
        <translation>Gerät hinzufügen</translation>
    </message>
    <message>
        <source>Add a device…</source>
        <translation>Gerät hinzufügen …</translation>
    </message>
    <message>
        <source>Add a memory</source>
        <translation>Erinnerung hinzufügen</translation>
    </message>
    <message>
        <source>Add a memory that applies to this project</source>
        <translation>Eine Erinnerung hinzufügen, die in diesem Projekt gilt</translation>
    </message>
    <message>
        <source>Add a project</source>
        <translation>Projekt hinzufügen</translation>
    </message>
    <message>
        <source>Add alternative</source>
        <translation>Alternative hinzufügen</translation>
    </message>
    <message>
        <source>Add as new</source>
        <translation>Als neue hinzufügen</translation>
    </message>
    <message>
        <source>Add branch memory to {file}</source>
        <translation>Branch-Erinnerung in {file} schreiben</translation>
    </message>
    <message>
        <source>Add details</source>
        <translation>Angaben hinzufügen</translation>
    </message>
    <message>
        <source>Add folder to ignore</source>
        <translation>Ordner zum Ignorieren hinzufügen</translation>
    </message>
    <message>
        <source>Add folder…</source>
        <translation>Ordner hinzufügen&#xa0;…</translation>
    </message>
    <message>
        <source>Add import line to {file}</source>
        <translation>Importzeile in {file} schreiben</translation>
    </message>
    <message>
        <source>Add linked memory…</source>
        <translation>Verknüpfte Erinnerung hinzufügen&#xa0;…</translation>
    </message>
    <message>
        <source>Add memory</source>
        <translation>Erinnerung hinzufügen</translation>
    </message>
    <message>
        <source>Add note</source>
        <translation>Notiz hinzufügen</translation>
    </message>
    <message>
        <source>Add path or pattern</source>
        <translation>Pfad oder Muster hinzufügen</translation>
    </message>
    <message>
        <source>Add pattern</source>
        <translation>Muster hinzufügen</translation>
    </message>
    <message>
        <source>Add relevant memories not yet shared in the session.</source>
        <translation>Fügt passende Erinnerungen hinzu, die in der Sitzung noch nicht weitergegeben wurden.</translation>
    </message>
    <message>
        <source>Add tag</source>
        <translation>Schlagwort hinzufügen</translation>
    </message>
    <message>
        <source>Add {what}</source>
        <translation>{what} hinzufügen</translation>
    </message>
    <message>
        <source>Added</source>
        <translation>Hinzugefügt</translation>
    </message>
    <message>
        <source>Added by the AI tool</source>
        <translation>Vom KI-Werkzeug hinzugefügt</translation>
    </message>
    <message>
        <source>Added by you</source>
        <translation>Von Ihnen hinzugefügt</translation>
    </message>
    <message>
        <source>Added by you.</source>
        <translation>Von Ihnen hinzugefügt.</translation>
    </message>
    <message>
        <source>Added since</source>
        <translation>Seitdem hinzugefügt</translation>
    </message>
    <message>
        <source>Added {when}</source>
        <translation>Hinzugefügt {when}</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>Adresse</translation>
    </message>
    <message>
        <source>Add…</source>
        <translation>Hinzufügen&#xa0;…</translation>
    </message>
    <message>
        <source>Advanced</source>
        <translation>Erweitert</translation>
    </message>
    <message numerus="yes">
        <source>After %n days without use</source>
        <translation>
            <numerusform>Nach %n Tag ohne Verwendung</numerusform>
            <numerusform>Nach %n Tagen ohne Verwendung</numerusform>
        </translation>
    </message>
    <message>
        <source>After a reset, your earlier reviews no longer count for the rules. Your memories are kept.</source>
        <translation>Nach dem Zurücksetzen zählen Ihre bisherigen Prüfungen nicht mehr für die Regeln. Ihre Erinnerungen bleiben.</translation>
    </message>
    <message>
        <source>After this many days, a memory&apos;s recency counts half as much.</source>
        <translation>Nach so vielen Tagen zählt die Aktualität einer Erinnerung halb so viel.</translation>
    </message>
    <message>
        <source>After “{action}”, your AI will see</source>
        <translation>Nach „{action}“ sieht Ihre KI</translation>
    </message>
    <message>
        <source>Age limit</source>
        <translation>Höchstalter</translation>
    </message>
    <message>
        <source>All</source>
        <translation>Alle</translation>
    </message>
    <message>
        <source>All changes are logged. All except deletions can be undone.</source>
        <translation>Alle Änderungen werden protokolliert. Alle außer Löschungen lassen sich rückgängig machen.</translation>
    </message>
    <message>
        <source>All chats</source>
        <translation>Alle Chats</translation>
    </message>
    <message>
        <source>All conflicts resolved</source>
        <translation>Alle Konflikte gelöst</translation>
    </message>
    <message>
        <source>All details of each memory; can be imported again</source>
        <translation>Alle Angaben jeder Erinnerung; kann wieder importiert werden</translation>
    </message>
    <message>
        <source>All done</source>
        <translation>Alles erledigt</translation>
    </message>
    <message>
        <source>All events</source>
        <translation>Alle Ereignisse</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>Alle Dateien (*)</translation>
    </message>
    <message>
        <source>All integrations…</source>
        <translation>Alle Anbindungen&#xa0;…</translation>
    </message>
    <message>
        <source>All memories ({count}) and messages ({lines}) are ready.</source>
        <translation>Alle Erinnerungen ({count}) und Nachrichten ({lines}) sind bereit.</translation>
    </message>
    <message>
        <source>All memories and {done} of {total} messages are ready</source>
        <translation>Alle Erinnerungen und {done} von {total} Nachrichten sind bereit</translation>
    </message>
    <message>
        <source>All memories are left out. The list shows why. Pin a memory to always include it.</source>
        <translation>Alle Erinnerungen sind ausgelassen; die Liste sagt, warum. Heften Sie eine an, damit sie immer dabei ist.</translation>
    </message>
    <message>
        <source>All memories are ready ({count}).</source>
        <translation>Alle Erinnerungen sind bereit ({count}).</translation>
    </message>
    <message>
        <source>All memories with their history, all saved conversations, versions of memory files and the backups in Arbor&apos;s folder are deleted. This cannot be undone.</source>
        <translation>Alle Erinnerungen mit ihrem Verlauf, alle gespeicherten Gespräche, Versionen von Erinnerungsdateien und die Sicherungen in Arbors Ordner werden gelöscht. Das lässt sich nicht rückgängig machen.</translation>
    </message>
    <message>
        <source>All other branches</source>
        <translation>Alle anderen Branches</translation>
    </message>
    <message>
        <source>All other projects</source>
        <translation>Alle anderen Projekte</translation>
    </message>
    <message>
        <source>All projects</source>
        <translation>Alle Projekte</translation>
    </message>
    <message>
        <source>All projects in {group}</source>
        <translation>Alle Projekte in {group}</translation>
    </message>
    <message>
        <source>All sources</source>
        <translation>Alle Quellen</translation>
    </message>
    <message>
        <source>All tasks</source>
        <translation>Alle Aufgaben</translation>
    </message>
    <message>
        <source>All types</source>
        <translation>Alle Typen</translation>
    </message>
    <message>
        <source>All worktrees of this repository use the same memories.</source>
        <translation>Alle Worktrees dieses Repositorys verwenden dieselben Erinnerungen.</translation>
    </message>
    <message>
        <source>All {n}</source>
        <translation>Alle {n}</translation>
    </message>
    <message>
        <source>Allow sharing</source>
        <translation>Weitergabe erlauben</translation>
    </message>
    <message>
        <source>Already resolved</source>
        <translation>Bereits gelöst</translation>
    </message>
    <message>
        <source>Already saved</source>
        <translation>Schon gespeichert</translation>
    </message>
    <message>
        <source>Already saved. Confidence raised.</source>
        <translation>Schon gespeichert. Gewissheit erhöht.</translation>
    </message>
    <message>
        <source>Already up to date. No files will change.</source>
        <translation>Schon aktuell. Keine Datei würde sich ändern.</translation>
    </message>
    <message>
        <source>Also find conversations with a similar meaning. Arbor prepares them in the background.</source>
        <translation>Durchsucht auch Gespräche nach Bedeutung. Sie werden im Hintergrund vorbereitet.</translation>
    </message>
    <message>
        <source>Also find memories with a similar meaning. The model runs on this computer.</source>
        <translation>Findet auch Erinnerungen mit ähnlicher Bedeutung. Das Modell läuft auf diesem Computer.</translation>
    </message>
    <message>
        <source>Also find memories with a similar meaning. When off, search uses words only.</source>
        <translation>Findet auch Erinnerungen mit ähnlicher Bedeutung. Ausgeschaltet zählen nur Wörter.</translation>
    </message>
    <message>
        <source>Also send this as a notification on Mondays</source>
        <translation>Montags auch als Benachrichtigung senden</translation>
    </message>
    <message>
        <source>Alternative {number}</source>
        <translation>Alternative {number}</translation>
    </message>
    <message>
        <source>Alternatives</source>
        <translation>Alternativen</translation>
    </message>
    <message>
        <source>Always</source>
        <translation>Immer</translation>
    </message>
    <message>
        <source>Always include</source>
        <translation>Immer einbeziehen</translation>
    </message>
    <message>
        <source>Always include, archive or merge selected memories</source>
        <translation>Ausgewählte Erinnerungen immer einbeziehen, archivieren oder zusammenführen</translation>
    </message>
    <message>
        <source>Always included</source>
        <translation>Immer dabei</translation>
    </message>
    <message>
        <source>Always included once accepted</source>
        <translation>Nach dem Annehmen immer dabei</translation>
    </message>
    <message>
        <source>An AI tool</source>
        <translation>Ein KI-Werkzeug</translation>
    </message>
    <message>
        <source>An assistant said that it will remember it</source>
        <translation>Ein Assistent sagte, dass er sich das merkt</translation>
    </message>
    <message>
        <source>An assistant&apos;s conclusion that was not confirmed or used for {days} days</source>
        <translation>Eine Schlussfolgerung eines Assistenten, die {days} Tage lang weder bestätigt noch verwendet wurde</translation>
    </message>
    <message>
        <source>An integration lets an AI tool see your memories. You review all file changes first.</source>
        <translation>Eine Anbindung lässt ein KI-Werkzeug Ihre Erinnerungen sehen. Sie prüfen vorher alle Änderungen an Dateien.</translation>
    </message>
    <message>
        <source>An older version was brought back</source>
        <translation>Eine ältere Version wurde wiederhergestellt</translation>
    </message>
    <message>
        <source>Another Arbor process is working on these files. Try again later.</source>
        <translation>Ein anderer Arbor-Prozess arbeitet an diesen Dateien. Versuchen Sie es später erneut.</translation>
    </message>
    <message>
        <source>Another member has this name.</source>
        <translation>Ein anderes Mitglied hat diesen Namen.</translation>
    </message>
    <message>
        <source>Another member shared this memory.</source>
        <translation>Diese Erinnerung hat ein anderes Mitglied geteilt.</translation>
    </message>
    <message>
        <source>Another memory said the same</source>
        <translation>Eine andere Erinnerung besagte dasselbe</translation>
    </message>
    <message>
        <source>Another program has the memory open{who}. End it, and try again.</source>
        <translation>Ein anderes Programm hat die Erinnerungsdatei geöffnet{who}. Beenden Sie es und versuchen Sie es erneut.</translation>
    </message>
    <message>
        <source>Another record in the memory file</source>
        <translation>Ein anderer Eintrag in der Erinnerungsdatei</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>Antwort</translation>
    </message>
    <message>
        <source>Answer copied</source>
        <translation>Antwort kopiert</translation>
    </message>
    <message>
        <source>Answer from your memories</source>
        <translation>Antwort aus Ihren Erinnerungen</translation>
    </message>
    <message>
        <source>Answering…</source>
        <translation>Antwortet&#xa0;…</translation>
    </message>
    <message>
        <source>Anthropic</source>
        <translation>Anthropic</translation>
    </message>
    <message>
        <source>Anthropic API key</source>
        <translation>API-Schlüssel von Anthropic</translation>
    </message>
    <message numerus="yes">
        <source>Anthropic is processing %n conversations. Results arrive within a day.</source>
        <translation>
            <numerusform>Anthropic verarbeitet %n Gespräch. Das Ergebnis kommt binnen eines Tages.</numerusform>
            <numerusform>Anthropic verarbeitet %n Gespräche. Die Ergebnisse kommen binnen eines Tages.</numerusform>
        </translation>
    </message>
    <message>
        <source>Anthropic&apos;s service</source>
        <translation>Der Dienst von Anthropic</translation>
    </message>
    <message>
        <source>Anthropic&apos;s service can&apos;t be found. Is this computer online?</source>
        <translation>Der Dienst von Anthropic wurde nicht gefunden. Ist dieser Computer online?</translation>
    </message>
    <message>
        <source>Anthropic&apos;s service can&apos;t be reached. Check the network.</source>
        <translation>Der Dienst von Anthropic ist nicht erreichbar. Prüfen Sie das Netzwerk.</translation>
    </message>
    <message>
        <source>Anthropic&apos;s service has no model named {model}. Choose another model.</source>
        <translation>Der Dienst von Anthropic hat kein Modell namens {model}. Wählen Sie ein anderes.</translation>
    </message>
    <message>
        <source>Any</source>
        <translation>Beliebig</translation>
    </message>
    <message>
        <source>Any server compatible with Anthropic&apos;s API, such as Ollama on this computer.</source>
        <translation>Jeder Server mit dem Protokoll von Anthropic, etwa Ollama auf diesem Computer.</translation>
    </message>
    <message>
        <source>Anywhere</source>
        <translation>Überall</translation>
    </message>
    <message>
        <source>Appearance and keyboard</source>
        <translation>Erscheinungsbild und Tastatur</translation>
    </message>
    <message>
        <source>Applies in</source>
        <translation>Gilt in</translation>
    </message>
    <message>
        <source>Applies to</source>
        <translation>Gilt für</translation>
    </message>
    <message>
        <source>Applies to all projects</source>
        <translation>Gilt für alle Projekte</translation>
    </message>
    <message>
        <source>Applies to files (path patterns)</source>
        <translation>Gilt für Dateien (Pfadmuster)</translation>
    </message>
    <message>
        <source>Applies when</source>
        <translation>Gilt wenn</translation>
    </message>
    <message>
        <source>Applies when (one condition per line)</source>
        <translation>Gilt wenn (eine Bedingung je Zeile)</translation>
    </message>
    <message>
        <source>Apply proven, general memories to all projects</source>
        <translation>Bewährte, allgemeine Erinnerungen für alle Projekte übernehmen</translation>
    </message>
    <message>
        <source>Approach</source>
        <translation>Vorgehen</translation>
    </message>
    <message>
        <source>Arbor (demo)</source>
        <translation>Arbor (Demo)</translation>
    </message>
    <message>
        <source>Arbor adds its tables to a PostgreSQL database in which you may create roles.</source>
        <translation>Arbor legt seine Tabellen in einer PostgreSQL-Datenbank an, in der Sie Rollen anlegen dürfen.</translation>
    </message>
    <message>
        <source>Arbor backs up each existing file before changing it.</source>
        <translation>Arbor sichert jede vorhandene Datei, bevor sie geändert wird.</translation>
    </message>
    <message>
        <source>Arbor backup (*.db)</source>
        <translation>Arbor-Sicherung (*.db)</translation>
    </message>
    <message>
        <source>Arbor can&apos;t import {name}: {why}</source>
        <translation>Arbor kann {name} nicht importieren: {why}</translation>
    </message>
    <message>
        <source>Arbor can&apos;t read conversations with this model until you add a key again.</source>
        <translation>Arbor kann mit diesem Modell keine Gespräche lesen, bis Sie wieder einen Schlüssel hinzufügen.</translation>
    </message>
    <message>
        <source>Arbor can&apos;t read the answer from {server}.</source>
        <translation>Arbor kann die Antwort von {server} nicht lesen.</translation>
    </message>
    <message>
        <source>Arbor closes its window and writes your memories, conversations and backups unencrypted.</source>
        <translation>Arbor schließt sein Fenster und schreibt Ihre Erinnerungen, Gespräche und Sicherungen unverschlüsselt.</translation>
    </message>
    <message>
        <source>Arbor couldn&apos;t read this conversation</source>
        <translation>Arbor konnte dieses Gespräch nicht lesen</translation>
    </message>
    <message>
        <source>Arbor deletes the key. You can&apos;t undo this.</source>
        <translation>Arbor löscht den Schlüssel. Das lässt sich nicht rückgängig machen.</translation>
    </message>
    <message>
        <source>Arbor detects them and replaces them with a placeholder before anything is saved.</source>
        <translation>Automatisch erkannt und durch einen Platzhalter ersetzt, bevor etwas gespeichert wird.</translation>
    </message>
    <message>
        <source>Arbor doesn&apos;t write to this file.</source>
        <translation>Arbor schreibt nicht in diese Datei.</translation>
    </message>
    <message>
        <source>Arbor finds new and changed conversations automatically.</source>
        <translation>Arbor findet neue und geänderte Gespräche automatisch.</translation>
    </message>
    <message>
        <source>Arbor found nothing to read</source>
        <translation>Arbor hat nichts zum Lesen gefunden</translation>
    </message>
    <message>
        <source>Arbor has no receipt for this session.</source>
        <translation>Arbor hat keinen Beleg für diese Sitzung.</translation>
    </message>
    <message>
        <source>Arbor has read this conversation</source>
        <translation>Arbor hat dieses Gespräch gelesen</translation>
    </message>
    <message>
        <source>Arbor hasn&apos;t read any conversations from this project.</source>
        <translation>Arbor hat noch keine Gespräche aus diesem Projekt gelesen.</translation>
    </message>
    <message>
        <source>Arbor is already looking for secrets.</source>
        <translation>Arbor sucht bereits nach Geheimnissen.</translation>
    </message>
    <message>
        <source>Arbor is locked</source>
        <translation>Arbor ist gesperrt</translation>
    </message>
    <message>
        <source>Arbor is ready</source>
        <translation>Arbor ist bereit</translation>
    </message>
    <message>
        <source>Arbor is still running</source>
        <translation>Arbor läuft weiter</translation>
    </message>
    <message>
        <source>Arbor is trying again now.</source>
        <translation>Arbor versucht es jetzt erneut.</translation>
    </message>
    <message>
        <source>Arbor isn&apos;t reading any conversations yet. Choose which ones it may read.</source>
        <translation>Arbor liest noch keine Gespräche. Wählen Sie, welche es lesen darf.</translation>
    </message>
    <message>
        <source>Arbor keeps no copy. A new code comes with a new key.</source>
        <translation>Arbor behält keine Kopie. Ein neuer Code kommt mit einem neuen Schlüssel.</translation>
    </message>
    <message>
        <source>Arbor keeps running in the tray when you close the window.</source>
        <translation>Arbor läuft im Infobereich weiter, wenn Sie das Fenster schließen.</translation>
    </message>
    <message>
        <source>Arbor keeps versions of the files in which these AI tools store their memories. If a tool overwrites or deletes one, you can restore it. Versions are not searched or shared, and secrets in them are not removed.</source>
        <translation>Arbor bewahrt Versionen der Dateien auf, in denen diese KI-Werkzeuge ihre Erinnerungen speichern. Überschreibt oder löscht ein Werkzeug eine davon, können Sie sie wiederherstellen. Versionen werden weder durchsucht noch geteilt, und Geheimnisse darin werden nicht entfernt.</translation>
    </message>
    <message>
        <source>Arbor knows nothing that matches {pattern} now.</source>
        <translation>Arbor kennt derzeit nichts, worauf {pattern} passt.</translation>
    </message>
    <message>
        <source>Arbor links memories that are similar, are mentioned together, or replace or contradict each other.</source>
        <translation>Arbor verknüpft Erinnerungen, die einander ähneln, ersetzen oder widersprechen oder zusammen erwähnt wurden.</translation>
    </message>
    <message>
        <source>Arbor looks again when you open Settings → Sources. You can also drop exported conversations on the Arbor window.</source>
        <translation>Arbor sucht erneut, wenn Sie Einstellungen → Quellen öffnen. Exportierte Gespräche können Sie auch auf das Arbor-Fenster ziehen.</translation>
    </message>
    <message>
        <source>Arbor needs an API key to use Anthropic&apos;s models.</source>
        <translation>Arbor braucht einen API-Schlüssel, um die Modelle von Anthropic zu verwenden.</translation>
    </message>
    <message>
        <source>Arbor never reads these, or files that match these patterns.</source>
        <translation>Diese und Dateien nach diesen Mustern liest Arbor nie.</translation>
    </message>
    <message>
        <source>Arbor opens when you log in. You type nothing.</source>
        <translation>Öffnet sich mit Ihrer Anmeldung, ohne Eingabe.</translation>
    </message>
    <message>
        <source>Arbor postpones heavy work: reading many conversations, indexing for search by meaning, and maintenance. Sharing and search are never postponed.</source>
        <translation>Arbor schiebt aufwendige Arbeit auf: viele Gespräche lesen, den Index für die Suche nach Bedeutung und die Wartung. Teilen und Suchen werden nie aufgeschoben.</translation>
    </message>
    <message>
        <source>Arbor reads only sources that you turn on, and sessions of AI tools that you connect.</source>
        <translation>Arbor liest nur Quellen, die Sie einschalten, und Sitzungen von KI-Werkzeugen, die Sie verbinden.</translation>
    </message>
    <message>
        <source>Arbor remembers what you tell your AI tools. Choose which tools&apos; conversations Arbor may read.</source>
        <translation>Arbor merkt sich, was Sie Ihren KI-Werkzeugen sagen. Wählen Sie, von welchen Werkzeugen Arbor Gespräche lesen darf.</translation>
    </message>
    <message numerus="yes">
        <source>Arbor replaces every copy in its folder and rewrites %n backups.</source>
        <translation>
            <numerusform>Arbor ersetzt jede Kopie in seinem Ordner und schreibt %n Sicherung neu.</numerusform>
            <numerusform>Arbor ersetzt jede Kopie in seinem Ordner und schreibt %n Sicherungen neu.</numerusform>
        </translation>
    </message>
    <message>
        <source>Arbor replaces every copy in its folder. No backup has one.</source>
        <translation>Arbor ersetzt jede Kopie in seinem Ordner. Keine Sicherung enthält eine.</translation>
    </message>
    <message>
        <source>Arbor saves what&apos;s worth remembering from this project&apos;s conversations.</source>
        <translation>Arbor speichert, was sich aus den Gesprächen dieses Projekts zu merken lohnt.</translation>
    </message>
    <message>
        <source>Arbor searched all titles and messages.</source>
        <translation>Arbor hat alle Titel und Nachrichten durchsucht.</translation>
    </message>
    <message>
        <source>Arbor searched names, paths and technologies.</source>
        <translation>Arbor hat Namen, Pfade und Techniken durchsucht.</translation>
    </message>
    <message>
        <source>Arbor searched the text, details and tags of your memories.</source>
        <translation>Arbor hat Text, Angaben und Schlagwörter Ihrer Erinnerungen durchsucht.</translation>
    </message>
    <message>
        <source>Arbor shared memories, but they are missing from the session&apos;s transcript.</source>
        <translation>Arbor hat Erinnerungen weitergegeben, aber sie fehlen im Verlauf der Sitzung.</translation>
    </message>
    <message>
        <source>Arbor shows conflicting memories side by side. You choose which to keep.</source>
        <translation>Arbor zeigt widersprüchliche Erinnerungen nebeneinander. Sie wählen, welche bleibt.</translation>
    </message>
    <message>
        <source>Arbor syncs through a folder that another program synchronizes, such as Dropbox or Syncthing, or through a USB stick. Arbor encrypts its files there.</source>
        <translation>Arbor gleicht über einen Ordner ab, den ein anderes Programm synchronisiert, etwa Dropbox oder Syncthing, oder über einen USB-Stick. Arbor verschlüsselt seine Dateien darin.</translation>
    </message>
    <message>
        <source>Arbor will use models again on {day}.</source>
        <translation>Arbor verwendet Modelle wieder ab dem {day}.</translation>
    </message>
    <message>
        <source>Arbor won&apos;t read these conversations again. The AI tools&apos; own files are not changed.</source>
        <translation>Arbor liest diese Gespräche nicht erneut. Die eigenen Dateien der KI-Werkzeuge werden nicht verändert.</translation>
    </message>
    <message>
        <source>Arbor won&apos;t read this conversation again. The AI tool&apos;s own file is not changed.</source>
        <translation>Arbor liest dieses Gespräch nicht erneut. Die eigene Datei des KI-Werkzeugs wird nicht verändert.</translation>
    </message>
    <message>
        <source>Arbor works without an account, but finds more memories with a language model.</source>
        <translation>Arbor funktioniert ohne Konto, findet mit einem Sprachmodell aber mehr Erinnerungen.</translation>
    </message>
    <message>
        <source>Arbor writes the branch memory to a text block in this file, where AI tools can read it. The rest of the file stays unchanged.</source>
        <translation>Arbor schreibt die Branch-Erinnerung in einen Textblock dieser Datei, wo KI-Werkzeuge sie lesen können. Der Rest der Datei bleibt unverändert.</translation>
    </message>
    <message>
        <source>Arbor writes this page into the project&apos;s folder, between two marker lines, and updates it when memories change. Your own text in the file stays.</source>
        <translation>Arbor schreibt diese Seite zwischen zwei Markierungszeilen in den Ordner des Projekts und aktualisiert sie, wenn sich Erinnerungen ändern. Ihr eigener Text in der Datei bleibt.</translation>
    </message>
    <message>
        <source>Arbor {version} is available</source>
        <translation>Arbor {version} ist verfügbar</translation>
    </message>
    <message>
        <source>Arbor&apos;s page was removed from {file}</source>
        <translation>Arbors Seite wurde aus {file} entfernt</translation>
    </message>
    <message>
        <source>Architecture</source>
        <translation>Architektur</translation>
    </message>
    <message>
        <source>Archive</source>
        <translation>Archivieren</translation>
    </message>
    <message>
        <source>Archive faded and unhelpful memories, compress the text of old conversations and make a backup. Enter a cron schedule or “off”.</source>
        <translation>Verblasste und nutzlose Erinnerungen archivieren, Text alter Gespräche komprimieren und eine Sicherung anlegen. Geben Sie einen Cron-Zeitplan oder „off“ ein.</translation>
    </message>
    <message>
        <source>Archived</source>
        <translation>Archiviert</translation>
    </message>
    <message numerus="yes">
        <source>Archived %n memories</source>
        <translation>
            <numerusform>%n Erinnerung archiviert</numerusform>
            <numerusform>%n Erinnerungen archiviert</numerusform>
        </translation>
    </message>
    <message>
        <source>Archived below {worth}</source>
        <translation>Archiviert unter {worth}</translation>
    </message>
    <message>
        <source>Archived memories are deleted permanently, with their history.</source>
        <translation>Archivierte Erinnerungen werden endgültig gelöscht, mit ihrem Verlauf.</translation>
    </message>
    <message>
        <source>Archived memories are kept and can be restored at any time.</source>
        <translation>Archivierte Erinnerungen bleiben erhalten und lassen sich jederzeit wiederherstellen.</translation>
    </message>
    <message>
        <source>Archived since</source>
        <translation>Seitdem archiviert</translation>
    </message>
    <message>
        <source>Archived, deleted or restored</source>
        <translation>Archiviert, gelöscht oder wiederhergestellt</translation>
    </message>
    <message>
        <source>Archives faded, expired and unused memories, compresses old conversations, and makes a backup.</source>
        <translation>Archiviert verblasste, abgelaufene und ungenutzte Erinnerungen, komprimiert alte Gespräche und legt eine Sicherung an.</translation>
    </message>
    <message>
        <source>Arranging the graph</source>
        <translation>Graph wird angeordnet</translation>
    </message>
    <message>
        <source>As a reader of the team you can&apos;t share.</source>
        <translation>Mit der Rolle „Leser“ können Sie im Team nichts teilen.</translation>
    </message>
    <message>
        <source>As in the invitation</source>
        <translation>Wie in der Einladung</translation>
    </message>
    <message>
        <source>As it was on {day}</source>
        <translation>Wie am {day}</translation>
    </message>
    <message>
        <source>As it was on {day}.</source>
        <translation>Wie sie am {day} war.</translation>
    </message>
    <message>
        <source>Ask</source>
        <translation>Fragen</translation>
    </message>
    <message>
        <source>Ask again</source>
        <translation>Erneut fragen</translation>
    </message>
    <message>
        <source>Ask anything</source>
        <translation>Fragen Sie etwas</translation>
    </message>
    <message>
        <source>Ask the seller for a new one.</source>
        <translation>Bitten Sie den Verkäufer um einen neuen.</translation>
    </message>
    <message>
        <source>Ask the website of Arbor&apos;s releases for the newest version. Nothing else is sent.</source>
        <translation>Die Website der Arbor-Versionen nach der neuesten Version fragen. Sonst wird nichts gesendet.</translation>
    </message>
    <message>
        <source>Ask your bank for a new card.</source>
        <translation>Bitten Sie Ihre Bank um eine neue Karte.</translation>
    </message>
    <message>
        <source>Ask your memories</source>
        <translation>Fragen Sie Ihre Erinnerungen</translation>
    </message>
    <message>
        <source>Ask your memories (from the search field)</source>
        <translation>Ihre Erinnerungen fragen (im Suchfeld)</translation>
    </message>
    <message>
        <source>Ask: {words}</source>
        <translation>Fragen: {words}</translation>
    </message>
    <message>
        <source>Asked</source>
        <translation>Gefragt</translation>
    </message>
    <message>
        <source>Asked to remember</source>
        <translation>Zum Merken aufgefordert</translation>
    </message>
    <message>
        <source>Assessed</source>
        <translation>Bewertet</translation>
    </message>
    <message>
        <source>Assistant</source>
        <translation>Assistent</translation>
    </message>
    <message>
        <source>At a glance</source>
        <translation>Auf einen Blick</translation>
    </message>
    <message>
        <source>At least 3 characters.</source>
        <translation>Mindestens 3 Zeichen.</translation>
    </message>
    <message>
        <source>At least {amount}</source>
        <translation>Mindestens {amount}</translation>
    </message>
    <message>
        <source>At least {count} characters. A few random words are easy to type and hard to guess.</source>
        <translation>Mindestens {count} Zeichen. Einige zufällige Wörter sind leicht zu tippen und schwer zu erraten.</translation>
    </message>
    <message>
        <source>At the start</source>
        <translation>Zu Beginn</translation>
    </message>
    <message>
        <source>At the start of a session</source>
        <translation>Zu Beginn einer Sitzung</translation>
    </message>
    <message>
        <source>Authorization header</source>
        <translation>Authorization-Header</translation>
    </message>
    <message>
        <source>Auto-accept</source>
        <translation>Automatisch annehmen</translation>
    </message>
    <message>
        <source>Auto-accept if confidence is at least</source>
        <translation>Automatisch annehmen bei Gewissheit ab</translation>
    </message>
    <message>
        <source>Auto-accept very certain memories</source>
        <translation>Sehr sichere Erinnerungen automatisch annehmen</translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation>Automatisch</translation>
    </message>
    <message>
        <source>Automatic changes</source>
        <translation>Automatische Änderungen</translation>
    </message>
    <message>
        <source>Available only for memories from one project</source>
        <translation>Nur bei Erinnerungen aus einem Projekt verfügbar</translation>
    </message>
    <message>
        <source>Avoid</source>
        <translation>Vermeiden</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>Zurück</translation>
    </message>
    <message>
        <source>Back to list</source>
        <translation>Zurück zur Liste</translation>
    </message>
    <message>
        <source>Back to today</source>
        <translation>Zurück zu heute</translation>
    </message>
    <message>
        <source>Back up now</source>
        <translation>Jetzt sichern</translation>
    </message>
    <message>
        <source>Back up now…</source>
        <translation>Jetzt sichern&#xa0;…</translation>
    </message>
    <message>
        <source>Back up to a file</source>
        <translation>In eine Datei sichern</translation>
    </message>
    <message>
        <source>Backed up to {path}</source>
        <translation>Gesichert in {path}</translation>
    </message>
    <message>
        <source>Backup</source>
        <translation>Sicherung</translation>
    </message>
    <message>
        <source>Backup before a restore</source>
        <translation>Sicherung vor einer Wiederherstellung</translation>
    </message>
    <message>
        <source>Backup before an Arbor update</source>
        <translation>Sicherung vor einem Update von Arbor</translation>
    </message>
    <message>
        <source>Backup restored ({time}). The damaged file is kept as {file}.</source>
        <translation>Sicherung ({time}) wiederhergestellt. Die beschädigte Datei bleibt als {file}.</translation>
    </message>
    <message>
        <source>Backup restored · Previous memory file saved as {file}</source>
        <translation>Sicherung wiederhergestellt · Vorherige Erinnerungsdatei gespeichert als {file}</translation>
    </message>
    <message>
        <source>Backup saved to {file} ({size})</source>
        <translation>Gesichert in {file}, {size}</translation>
    </message>
    <message>
        <source>Backup {name}</source>
        <translation>Sicherung {name}</translation>
    </message>
    <message>
        <source>Backups</source>
        <translation>Sicherungen</translation>
    </message>
    <message>
        <source>Backups that can&apos;t be read</source>
        <translation>Nicht lesbare Sicherungen</translation>
    </message>
    <message>
        <source>Backups to keep</source>
        <translation>Aufbewahrte Sicherungen</translation>
    </message>
    <message>
        <source>Bar: right 9 times in 10. Dashed: the range includes zero.</source>
        <translation>Balken: stimmt in 9 von 10 Fällen. Gestrichelt: Der Bereich enthält null.</translation>
    </message>
    <message>
        <source>Based on confidence, recent use and how often each memory helped.</source>
        <translation>Aus Gewissheit, letzter Verwendung und wie oft jede Erinnerung half.</translation>
    </message>
    <message>
        <source>Based on prices of {day}</source>
        <translation>Preise vom {day}</translation>
    </message>
    <message>
        <source>Based on what it wrote and ran. Arbor can&apos;t see its reasoning.</source>
        <translation>Nach dem, was sie geschrieben und ausgeführt hat. Arbor sieht nicht, was sie sich dabei dachte.</translation>
    </message>
    <message>
        <source>Bearer token</source>
        <translation>Bearer-Token</translation>
    </message>
    <message>
        <source>Before Arbor changes a tool&apos;s file, you see each change and Arbor keeps a copy. To use project files such as CLAUDE.md, turn them on in the project.</source>
        <translation>Sie sehen jede Änderung an der Datei eines Werkzeugs vorher, und eine Kopie bleibt. Dateien eines Projekts, etwa CLAUDE.md, schalten Sie im Projekt ein.</translation>
    </message>
    <message>
        <source>Before and after</source>
        <translation>Vorher und nachher</translation>
    </message>
    <message>
        <source>Before you accept</source>
        <translation>Vor dem Annehmen</translation>
    </message>
    <message>
        <source>Before you decide</source>
        <translation>Vor der Entscheidung</translation>
    </message>
    <message>
        <source>Being read now</source>
        <translation>Wird gerade gelesen</translation>
    </message>
    <message>
        <source>Below {amount}</source>
        <translation>Unter {amount}</translation>
    </message>
    <message>
        <source>Best match</source>
        <translation>Bester Treffer</translation>
    </message>
    <message>
        <source>Best matches</source>
        <translation>Beste Treffer</translation>
    </message>
    <message>
        <source>Both are kept. If they contradict each other, you decide in Conflicts.</source>
        <translation>Beide bleiben. Widersprechen sie sich, entscheiden Sie unter Konflikte.</translation>
    </message>
    <message>
        <source>Both edits are archived. You can undo this.</source>
        <translation>Beide Änderungen werden archiviert. Sie können das rückgängig machen.</translation>
    </message>
    <message>
        <source>Both memories kept</source>
        <translation>Beide Erinnerungen wurden behalten</translation>
    </message>
    <message>
        <source>Both originals are archived. Find them in the new memory&apos;s Related tab.</source>
        <translation>Beide Originale werden archiviert. Sie finden sie im Reiter „Verwandt“ der neuen Erinnerung.</translation>
    </message>
    <message>
        <source>Branch</source>
        <translation>Branch</translation>
    </message>
    <message>
        <source>Branch memory</source>
        <translation>Branch-Erinnerung</translation>
    </message>
    <message>
        <source>Branch memory for {branch} cleared</source>
        <translation>Branch-Erinnerung von {branch} geleert</translation>
    </message>
    <message>
        <source>Branch memory for {branch} saved</source>
        <translation>Branch-Erinnerung von {branch} gespeichert</translation>
    </message>
    <message>
        <source>Branch memory in {file}</source>
        <translation>Branch-Erinnerung in {file}</translation>
    </message>
    <message>
        <source>Branch memory or files</source>
        <translation>Branch-Erinnerung oder Dateien</translation>
    </message>
    <message>
        <source>Branch memory restored</source>
        <translation>Branch-Erinnerung wiederhergestellt</translation>
    </message>
    <message>
        <source>Branch memory text</source>
        <translation>Text der Branch-Erinnerung</translation>
    </message>
    <message>
        <source>Branch {name}, checked out.</source>
        <translation>Branch {name}, ausgecheckt.</translation>
    </message>
    <message>
        <source>Branch {name}.</source>
        <translation>Branch {name}.</translation>
    </message>
    <message>
        <source>Branches</source>
        <translation>Branches</translation>
    </message>
    <message>
        <source>Branches appear here once they have a conversation or a memory.</source>
        <translation>Branches erscheinen hier, sobald sie ein Gespräch oder eine Erinnerung haben.</translation>
    </message>
    <message>
        <source>Bug patterns</source>
        <translation>Fehlermuster</translation>
    </message>
    <message>
        <source>Build CLAUDE.md from a base file and a branch file</source>
        <translation>CLAUDE.md aus einer Basisdatei und einer Branch-Datei bilden</translation>
    </message>
    <message>
        <source>Build CLAUDE.md from its parts</source>
        <translation>CLAUDE.md aus ihren Teilen bilden</translation>
    </message>
    <message>
        <source>Busiest day: {day}, {count}</source>
        <translation>Tag mit den meisten: {day}, {count}</translation>
    </message>
    <message>
        <source>By connecting, you let your AI look up your memories and suggest new ones.</source>
        <translation>Mit dem Verbinden lassen Sie Ihre KI Ihre Erinnerungen nachschlagen und neue vorschlagen.</translation>
    </message>
    <message>
        <source>By connecting, you let {tool} sessions see your global memories and those of their project. You also let Arbor read these sessions.</source>
        <translation>Mit dem Verbinden lassen Sie Sitzungen von {tool} Ihre globalen Erinnerungen und die ihres Projekts sehen und Arbor die Sitzungen lesen.</translation>
    </message>
    <message>
        <source>Can&apos;t be read</source>
        <translation>Nicht lesbar</translation>
    </message>
    <message>
        <source>Can&apos;t read {place}</source>
        <translation>{place} ist nicht lesbar</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Cancel editing details</source>
        <translation>Bearbeiten der Angaben abbrechen</translation>
    </message>
    <message>
        <source>Cancel model download</source>
        <translation>Download des Modells abbrechen</translation>
    </message>
    <message>
        <source>Cancel test</source>
        <translation>Test abbrechen</translation>
    </message>
    <message>
        <source>Cancelled. Nothing was changed.</source>
        <translation>Abgebrochen. Nichts wurde geändert.</translation>
    </message>
    <message>
        <source>Cancelled. Some copies may remain. Purge again to finish.</source>
        <translation>Abgebrochen. Einige Kopien sind vielleicht noch da. Zum Abschließen erneut tilgen.</translation>
    </message>
    <message>
        <source>Categories</source>
        <translation>Kategorien</translation>
    </message>
    <message>
        <source>Category</source>
        <translation>Kategorie</translation>
    </message>
    <message>
        <source>Cause</source>
        <translation>Ursache</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>Ändern</translation>
    </message>
    <message>
        <source>Change address</source>
        <translation>Adresse ändern</translation>
    </message>
    <message>
        <source>Change confidence…</source>
        <translation>Gewissheit ändern&#xa0;…</translation>
    </message>
    <message>
        <source>Change context budget</source>
        <translation>Kontext-Budget ändern</translation>
    </message>
    <message>
        <source>Change it wherever it is used.</source>
        <translation>Ändern Sie es überall, wo es verwendet wird.</translation>
    </message>
    <message>
        <source>Change key</source>
        <translation>Schlüssel ändern</translation>
    </message>
    <message>
        <source>Change the password, or ask the person who runs the server.</source>
        <translation>Ändern Sie das Passwort, oder bitten Sie die Person darum, die den Server betreibt.</translation>
    </message>
    <message>
        <source>Change the password.</source>
        <translation>Ändern Sie das Passwort.</translation>
    </message>
    <message>
        <source>Change the values in it.</source>
        <translation>Ändern Sie die Werte darin.</translation>
    </message>
    <message>
        <source>Change these now</source>
        <translation>Jetzt ändern</translation>
    </message>
    <message>
        <source>Changed</source>
        <translation>Geändert</translation>
    </message>
    <message>
        <source>Changed file</source>
        <translation>Geänderte Datei</translation>
    </message>
    <message>
        <source>Changed in the branch&apos;s file by hand</source>
        <translation>In der Datei des Branches von Hand geändert</translation>
    </message>
    <message>
        <source>Changed since: {text}</source>
        <translation>Seitdem geändert: {text}</translation>
    </message>
    <message>
        <source>Changed {when}</source>
        <translation>Geändert {when}</translation>
    </message>
    <message>
        <source>Changes</source>
        <translation>Änderungen</translation>
    </message>
    <message>
        <source>Changes apply to all selected memories. You can undo each change.</source>
        <translation>Änderungen gelten für alle ausgewählten Erinnerungen. Jede lässt sich rückgängig machen.</translation>
    </message>
    <message>
        <source>Changes per day</source>
        <translation>Änderungen pro Tag</translation>
    </message>
    <message>
        <source>Changes per week</source>
        <translation>Änderungen pro Woche</translation>
    </message>
    <message>
        <source>Changes since then</source>
        <translation>Änderungen seitdem</translation>
    </message>
    <message>
        <source>Changes to {memories} undone</source>
        <translation>Änderungen an {memories} rückgängig gemacht</translation>
    </message>
    <message>
        <source>Changes to {path}</source>
        <translation>Änderungen an {path}</translation>
    </message>
    <message>
        <source>Change…</source>
        <translation>Ändern&#xa0;…</translation>
    </message>
    <message>
        <source>Changing backups…</source>
        <translation>Sicherungen werden geändert&#xa0;…</translation>
    </message>
    <message>
        <source>Changing files…</source>
        <translation>Dateien werden geändert …</translation>
    </message>
    <message>
        <source>Changing memories: {done} of {total}…</source>
        <translation>Erinnerungen werden geändert: {done} von {total}&#xa0;…</translation>
    </message>
    <message>
        <source>Changing the key of your memory</source>
        <translation>Der Schlüssel wird geändert</translation>
    </message>
    <message>
        <source>Changing the memory file…</source>
        <translation>Erinnerungsdatei wird geändert …</translation>
    </message>
    <message>
        <source>Charts</source>
        <translation>Diagramme</translation>
    </message>
    <message>
        <source>Charts: move between values</source>
        <translation>Diagramme: zwischen Werten wechseln</translation>
    </message>
    <message>
        <source>Charts: open the menu (table, copy, save)</source>
        <translation>Diagramme: Menü öffnen (Tabelle, kopieren, speichern)</translation>
    </message>
    <message>
        <source>Charts: show the memories counted in a bar</source>
        <translation>Diagramme: die Erinnerungen eines Balkens anzeigen</translation>
    </message>
    <message>
        <source>Chat</source>
        <translation>Chat</translation>
    </message>
    <message>
        <source>Chat with your memories</source>
        <translation>Chat mit Ihren Erinnerungen</translation>
    </message>
    <message>
        <source>Chats</source>
        <translation>Chats</translation>
    </message>
    <message>
        <source>Check</source>
        <translation>Prüfen</translation>
    </message>
    <message>
        <source>Check all memories, repair the search index and compact the memory file. Enter a cron schedule or “off”.</source>
        <translation>Alle Erinnerungen prüfen, den Suchindex reparieren und die Speicherdatei verkleinern. Geben Sie einen Cron-Zeitplan oder „off“ ein.</translation>
    </message>
    <message>
        <source>Check connection</source>
        <translation>Verbindung prüfen</translation>
    </message>
    <message>
        <source>Check for updates</source>
        <translation>Nach Updates suchen</translation>
    </message>
    <message>
        <source>Check interval</source>
        <translation>Prüfintervall</translation>
    </message>
    <message>
        <source>Check memory file</source>
        <translation>Erinnerungsdatei prüfen</translation>
    </message>
    <message>
        <source>Check now</source>
        <translation>Jetzt suchen</translation>
    </message>
    <message>
        <source>Check once a week</source>
        <translation>Einmal pro Woche suchen</translation>
    </message>
    <message>
        <source>Checked</source>
        <translation>Geprüft</translation>
    </message>
    <message>
        <source>Checked out</source>
        <translation>Ausgecheckt</translation>
    </message>
    <message>
        <source>Checking the new file…</source>
        <translation>Die neue Datei wird geprüft&#xa0;…</translation>
    </message>
    <message>
        <source>Checking…</source>
        <translation>Wird geprüft&#xa0;…</translation>
    </message>
    <message>
        <source>Checks all memories and links, repairs the search index, and compacts the memory file. Permanently deletes old archived memories if “Delete archived memories” is set.</source>
        <translation>Prüft alle Erinnerungen und Verknüpfungen, repariert den Suchindex und verkleinert die Erinnerungsdatei. Löscht alte archivierte Erinnerungen endgültig, falls „Archivierte Erinnerungen löschen“ eingestellt ist.</translation>
    </message>
    <message>
        <source>Checks recent memories: merges duplicates and finds conflicts.</source>
        <translation>Prüft neuere Erinnerungen: führt Duplikate zusammen und findet Konflikte.</translation>
    </message>
    <message>
        <source>Choose a backup</source>
        <translation>Sicherung wählen</translation>
    </message>
    <message>
        <source>Choose a backup file.</source>
        <translation>Sicherungsdatei wählen.</translation>
    </message>
    <message>
        <source>Choose a branch for each memory.</source>
        <translation>Wählen Sie für jede einen Branch.</translation>
    </message>
    <message>
        <source>Choose a day</source>
        <translation>Tag wählen</translation>
    </message>
    <message>
        <source>Choose a different branch for each memory.</source>
        <translation>Wählen Sie verschiedene Branches.</translation>
    </message>
    <message>
        <source>Choose a different project for each memory.</source>
        <translation>Wählen Sie verschiedene Projekte.</translation>
    </message>
    <message>
        <source>Choose a folder to ignore</source>
        <translation>Ordner zum Ignorieren wählen</translation>
    </message>
    <message>
        <source>Choose a folder with a model</source>
        <translation>Ordner mit einem Modell wählen</translation>
    </message>
    <message>
        <source>Choose a folder with conversations</source>
        <translation>Ordner mit Gesprächen wählen</translation>
    </message>
    <message>
        <source>Choose a model</source>
        <translation>Modell wählen</translation>
    </message>
    <message>
        <source>Choose a passphrase of at least {count} characters.</source>
        <translation>Wählen Sie eine Passphrase mit mindestens {count} Zeichen.</translation>
    </message>
    <message>
        <source>Choose a project first</source>
        <translation>Wählen Sie zuerst ein Projekt</translation>
    </message>
    <message>
        <source>Choose a project for at least one memory.</source>
        <translation>Wählen Sie für mindestens eine ein Projekt.</translation>
    </message>
    <message>
        <source>Choose a project for each memory.</source>
        <translation>Wählen Sie für jede ein Projekt.</translation>
    </message>
    <message>
        <source>Choose a {export}</source>
        <translation>{export} wählen</translation>
    </message>
    <message>
        <source>Choose another day.</source>
        <translation>Wählen Sie einen anderen Tag.</translation>
    </message>
    <message>
        <source>Choose another file…</source>
        <translation>Andere Datei wählen …</translation>
    </message>
    <message>
        <source>Choose branch</source>
        <translation>Branch wählen</translation>
    </message>
    <message>
        <source>Choose file…</source>
        <translation>Datei wählen&#xa0;…</translation>
    </message>
    <message>
        <source>Choose folder</source>
        <translation>Ordner wählen</translation>
    </message>
    <message>
        <source>Choose folder…</source>
        <translation>Ordner wählen&#xa0;…</translation>
    </message>
    <message>
        <source>Choose how conversations are read. You can switch at any time.</source>
        <translation>Wählen Sie, wie Gespräche gelesen werden. Sie können jederzeit wechseln.</translation>
    </message>
    <message>
        <source>Choose model</source>
        <translation>Modell wählen</translation>
    </message>
    <message>
        <source>Choose project</source>
        <translation>Projekt wählen</translation>
    </message>
    <message>
        <source>Choose sources</source>
        <translation>Quellen wählen</translation>
    </message>
    <message>
        <source>Choose the export file you downloaded, or drop it on this window.</source>
        <translation>Wählen Sie die heruntergeladene Exportdatei oder ziehen Sie sie auf dieses Fenster.</translation>
    </message>
    <message>
        <source>Choose the folder of {project}</source>
        <translation>Ordner von {project} wählen</translation>
    </message>
    <message>
        <source>Choose which memory to keep.</source>
        <translation>Wählen Sie, welche Erinnerung Sie behalten.</translation>
    </message>
    <message>
        <source>Choose which new memories need your review.</source>
        <translation>Wählen Sie, welche neuen Erinnerungen Sie prüfen.</translation>
    </message>
    <message>
        <source>Choose “Update now” to collect this branch&apos;s facts, architecture, conventions and bug patterns.</source>
        <translation>Wählen Sie „Jetzt aktualisieren“, um Fakten, Architektur, Konventionen und Fehlermuster dieses Branchs zu sammeln.</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>Wählen&#xa0;…</translation>
    </message>
    <message>
        <source>Chosen at random before a session starts.</source>
        <translation>Vor Beginn der Sitzung zufällig gewählt.</translation>
    </message>
    <message>
        <source>Chosen at random before the session started</source>
        <translation>Vor Beginn der Sitzung zufällig gewählt</translation>
    </message>
    <message>
        <source>Claude</source>
        <translation>Claude</translation>
    </message>
    <message>
        <source>Claude CLI</source>
        <translation>Claude CLI</translation>
    </message>
    <message>
        <source>Claude CLI is not signed in</source>
        <translation>Claude CLI ist nicht angemeldet</translation>
    </message>
    <message>
        <source>Claude CLI not found</source>
        <translation>Claude CLI nicht gefunden</translation>
    </message>
    <message>
        <source>Claude Code</source>
        <translation>Claude Code</translation>
    </message>
    <message>
        <source>Claude Code asks before it uses a project&apos;s MCP servers.</source>
        <translation>Claude Code fragt, bevor es die MCP-Server eines Projekts verwendet.</translation>
    </message>
    <message>
        <source>Claude Code is not signed in. In a terminal, run “claude” and sign in with /login, then try again. The environment variable ANTHROPIC_API_KEY does not replace this sign-in.</source>
        <translation>Claude Code ist nicht angemeldet. Starten Sie „claude“ in einem Terminal, melden Sie sich mit /login an und versuchen Sie es erneut. Die Umgebungsvariable ANTHROPIC_API_KEY ersetzt diese Anmeldung nicht.</translation>
    </message>
    <message>
        <source>Claude can&apos;t be reached. Check the network.</source>
        <translation>Claude ist nicht erreichbar. Prüfen Sie das Netzwerk.</translation>
    </message>
    <message>
        <source>Claude did not answer within {seconds} seconds. Arbor will try again later.</source>
        <translation>Claude hat nicht binnen {seconds} Sekunden geantwortet. Arbor versucht es später erneut.</translation>
    </message>
    <message>
        <source>Claude is overloaded. Arbor will try again later.</source>
        <translation>Claude ist überlastet; Arbor versucht es später erneut.</translation>
    </message>
    <message>
        <source>Claude reported an error. Arbor will try again later.</source>
        <translation>Claude meldet einen Fehler. Arbor versucht es später erneut.</translation>
    </message>
    <message>
        <source>Claude took too long to answer. Arbor will try again later.</source>
        <translation>Claude brauchte zu lange für die Antwort; Arbor versucht es später erneut.</translation>
    </message>
    <message>
        <source>Claude&apos;s rate limit has been reached. Arbor will try again later.</source>
        <translation>Das Ratenlimit von Claude ist erreicht; Arbor versucht es später erneut.</translation>
    </message>
    <message>
        <source>Clear</source>
        <translation>Leeren</translation>
    </message>
    <message>
        <source>Clear filters</source>
        <translation>Filter löschen</translation>
    </message>
    <message>
        <source>Clear search</source>
        <translation>Suche löschen</translation>
    </message>
    <message>
        <source>Clear selection</source>
        <translation>Auswahl aufheben</translation>
    </message>
    <message>
        <source>Clear summary and archive its memories</source>
        <translation>Zusammenfassung leeren und ihre Erinnerungen archivieren</translation>
    </message>
    <message>
        <source>Click a memory to start from its text.</source>
        <translation>Klicken Sie auf eine Erinnerung, um mit ihrem Text zu beginnen.</translation>
    </message>
    <message>
        <source>Click for status and costs</source>
        <translation>Klicken für Status und Verbrauch</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Close answer</source>
        <translation>Antwort schließen</translation>
    </message>
    <message>
        <source>Closest existing memory</source>
        <translation>Ähnlichste vorhandene Erinnerung</translation>
    </message>
    <message>
        <source>Closest matches</source>
        <translation>Ähnlichste Treffer</translation>
    </message>
    <message>
        <source>Code example</source>
        <translation>Codebeispiel</translation>
    </message>
    <message>
        <source>Codex</source>
        <translation>Codex</translation>
    </message>
    <message>
        <source>Codex reads this file only in projects you trust.</source>
        <translation>Codex liest diese Datei nur in Projekten, denen Sie vertrauen.</translation>
    </message>
    <message>
        <source>Codex runs hooks only after you trust them. Start Codex, type /hooks and trust Arbor&apos;s hooks. Codex asks again whenever the hooks change.</source>
        <translation>Codex führt Hooks erst aus, wenn Sie ihnen vertrauen: Starten Sie Codex, geben Sie /hooks ein und vertrauen Sie denen von Arbor. Codex fragt bei jeder Änderung der Hooks erneut.</translation>
    </message>
    <message>
        <source>Codex runs hooks only after you trust them: type /hooks in Codex. Codex asks again whenever the hooks change.</source>
        <translation>Codex führt Hooks erst aus, wenn Sie ihnen vertrauen: Geben Sie in Codex /hooks ein. Codex fragt bei jeder Änderung der Hooks erneut.</translation>
    </message>
    <message>
        <source>Coding conversations that used a saved pattern or preference</source>
        <translation>Programmiergespräche, die ein gespeichertes Muster oder eine Vorliebe verwendet haben</translation>
    </message>
    <message>
        <source>Coding preferences</source>
        <translation>Programmiervorlieben</translation>
    </message>
    <message>
        <source>Combines CLAUDE_base.md with CLAUDE_&lt;branch&gt;.md of the checked-out branch. Rebuilds CLAUDE.md whenever you switch branches.</source>
        <translation>Verbindet CLAUDE_base.md mit CLAUDE_&lt;branch&gt;.md des ausgecheckten Branchs. Bildet CLAUDE.md bei jedem Branch-Wechsel neu.</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>Befehl</translation>
    </message>
    <message>
        <source>Commands</source>
        <translation>Befehle</translation>
    </message>
    <message>
        <source>Commands that fail</source>
        <translation>Fehlgeschlagene Befehle</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>Vergleichen</translation>
    </message>
    <message>
        <source>Compare memories</source>
        <translation>Erinnerungen vergleichen</translation>
    </message>
    <message>
        <source>Compare new and changed memories with your saved memories, on this computer. If you use a model, “Refine memories with the model” lets it check for conflicts too.</source>
        <translation>Vergleicht neue und geänderte Erinnerungen auf diesem Computer mit gespeicherten. Wenn Sie ein Modell verwenden, prüft mit „Erinnerungen mit dem Modell verfeinern“ auch dieses auf Konflikte.</translation>
    </message>
    <message>
        <source>Compare sessions</source>
        <translation>Sitzungen vergleichen</translation>
    </message>
    <message>
        <source>Compare with the conflicting or older memory</source>
        <translation>Mit der widersprechenden oder älteren Erinnerung vergleichen</translation>
    </message>
    <message>
        <source>Compared</source>
        <translation>Verglichen</translation>
    </message>
    <message>
        <source>Compared by the words that the two memories have in common.</source>
        <translation>Verglichen nach den Wörtern, die beide Erinnerungen gemeinsam haben.</translation>
    </message>
    <message>
        <source>Compress after</source>
        <translation>Komprimieren nach</translation>
    </message>
    <message>
        <source>Compress the text of conversations older than this. It stays searchable. Set to 0 to turn compression off.</source>
        <translation>Komprimiert den Text von Gesprächen, die älter sind; er bleibt durchsuchbar. 0 komprimiert nie.</translation>
    </message>
    <message>
        <source>Compressed</source>
        <translation>Komprimiert</translation>
    </message>
    <message>
        <source>Condition</source>
        <translation>Bedingung</translation>
    </message>
    <message>
        <source>Confidence</source>
        <translation>Gewissheit</translation>
    </message>
    <message>
        <source>Confidence lowered from {before} to {now}: you turned down all {judged} memories of this rule that you judged.</source>
        <translation>Gewissheit von {before} auf {now} gesenkt: Sie haben alle {judged} Erinnerungen dieser Regel abgelehnt, über die Sie entschieden haben.</translation>
    </message>
    <message>
        <source>Confidence lowered from {before} to {now}: you turned down {count} of the {judged} memories of this rule that you judged.</source>
        <translation>Gewissheit von {before} auf {now} gesenkt: Sie haben {count} der {judged} Erinnerungen dieser Regel abgelehnt, über die Sie entschieden haben.</translation>
    </message>
    <message>
        <source>Confidence never fades below this.</source>
        <translation>Die Gewissheit verblasst nie unter diesen Wert.</translation>
    </message>
    <message>
        <source>Confidence now</source>
        <translation>Gewissheit jetzt</translation>
    </message>
    <message>
        <source>Confidence set to {value}</source>
        <translation>Gewissheit auf {value} gesetzt</translation>
    </message>
    <message>
        <source>Confidence unknown</source>
        <translation>Gewissheit unbekannt</translation>
    </message>
    <message>
        <source>Confidence {first}</source>
        <translation>Gewissheit {first}</translation>
    </message>
    <message>
        <source>Confidence {first} before your reviews, {now} now</source>
        <translation>Gewissheit {first} vor Ihren Prüfungen, jetzt {now}</translation>
    </message>
    <message>
        <source>Confidence {stored} before fading, {now} now</source>
        <translation>Gewissheit {stored} vor dem Verblassen, jetzt {now}</translation>
    </message>
    <message>
        <source>Confidence {value}</source>
        <translation>Gewissheit {value}</translation>
    </message>
    <message>
        <source>Confidence {value} is below the minimum of {floor}, so this memory is shared only when it matches your prompt.</source>
        <translation>Die Gewissheit {value} liegt unter dem Mindestwert {floor}. Die Erinnerung wird nur weitergegeben, wenn sie zu Ihrem Prompt passt.</translation>
    </message>
    <message>
        <source>Confidence {value}: {level}</source>
        <translation>Gewissheit {value}: {level}</translation>
    </message>
    <message>
        <source>Confidence: {levels}.</source>
        <translation>Gewissheit: {levels}.</translation>
    </message>
    <message>
        <source>Config files</source>
        <translation>Konfiguration</translation>
    </message>
    <message>
        <source>Confirm</source>
        <translation>Bestätigen</translation>
    </message>
    <message>
        <source>Confirm as outdated</source>
        <translation>Als veraltet bestätigen</translation>
    </message>
    <message>
        <source>Confirm memory, or accept review item</source>
        <translation>Erinnerung bestätigen, oder eine zu prüfende annehmen</translation>
    </message>
    <message>
        <source>Confirmed</source>
        <translation>Bestätigt</translation>
    </message>
    <message>
        <source>Confirmed by you as outdated</source>
        <translation>Von Ihnen als veraltet bestätigt</translation>
    </message>
    <message>
        <source>Confirmed in the session: tests or the build passed, or you said it works</source>
        <translation>In der Sitzung bestätigt: Tests oder Build bestanden, oder Sie sagten, dass es funktioniert</translation>
    </message>
    <message>
        <source>Conflict</source>
        <translation>Konflikt</translation>
    </message>
    <message>
        <source>Conflict reopened</source>
        <translation>Konflikt wieder geöffnet</translation>
    </message>
    <message>
        <source>Conflict resolved again</source>
        <translation>Konflikt wieder gelöst</translation>
    </message>
    <message>
        <source>Conflict suggestions accepted</source>
        <translation>Vorschläge zu Konflikten angenommen</translation>
    </message>
    <message>
        <source>Conflicts</source>
        <translation>Konflikte</translation>
    </message>
    <message>
        <source>Conflicts resolved as suggested</source>
        <translation>Wie vorgeschlagen gelöste Konflikte</translation>
    </message>
    <message>
        <source>Conflicts with “{text}”</source>
        <translation>Widerspricht „{text}“</translation>
    </message>
    <message>
        <source>Conflicts with “{text}”, which takes priority</source>
        <translation>Im Konflikt mit „{text}“, die Vorrang hat</translation>
    </message>
    <message>
        <source>Connect</source>
        <translation>Verbinden</translation>
    </message>
    <message>
        <source>Connect it again to fix that.</source>
        <translation>Verbinden Sie es erneut, um das zu beheben.</translation>
    </message>
    <message>
        <source>Connect your AI tools</source>
        <translation>KI-Werkzeuge verbinden</translation>
    </message>
    <message>
        <source>Connect “{what}”</source>
        <translation>„{what}“ verbinden</translation>
    </message>
    <message>
        <source>Connected</source>
        <translation>Verbunden</translation>
    </message>
    <message>
        <source>Connection string</source>
        <translation>Verbindungsdaten</translation>
    </message>
    <message>
        <source>Contacting Anthropic…</source>
        <translation>Anthropic wird kontaktiert …</translation>
    </message>
    <message>
        <source>Contacting Claude CLI…</source>
        <translation>Claude CLI wird kontaktiert&#xa0;…</translation>
    </message>
    <message>
        <source>Contacting {host}…</source>
        <translation>{host} wird kontaktiert …</translation>
    </message>
    <message>
        <source>Contains the branch memory.</source>
        <translation>Enthält die Branch-Erinnerung.</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>Kontext</translation>
    </message>
    <message>
        <source>Context budget</source>
        <translation>Kontext-Budget</translation>
    </message>
    <message>
        <source>Context shows exactly what your AI sees when a session starts.</source>
        <translation>Kontext zeigt genau, was Ihre KI zu Beginn einer Sitzung sieht.</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>Weiter</translation>
    </message>
    <message>
        <source>Contradicts</source>
        <translation>Widerspricht</translation>
    </message>
    <message>
        <source>Contradicts another memory</source>
        <translation>Widerspricht einer anderen Erinnerung</translation>
    </message>
    <message>
        <source>Contradicts this memory</source>
        <translation>Widerspricht dieser Erinnerung</translation>
    </message>
    <message>
        <source>Contradicts “{other}” Both are kept; you decide in Conflicts.</source>
        <translation>Widerspricht „{other}“ Beide bleiben; Sie entscheiden unter Konflikte.</translation>
    </message>
    <message>
        <source>Contradicts “{text}”</source>
        <translation>Widerspricht „{text}“</translation>
    </message>
    <message>
        <source>Contradicts:</source>
        <translation>Widerspricht:</translation>
    </message>
    <message>
        <source>Convention</source>
        <translation>Konvention</translation>
    </message>
    <message>
        <source>Conventions</source>
        <translation>Konventionen</translation>
    </message>
    <message>
        <source>Conversation</source>
        <translation>Gespräch</translation>
    </message>
    <message>
        <source>Conversation excerpt</source>
        <translation>Auszug aus dem Gespräch</translation>
    </message>
    <message>
        <source>Conversation limit</source>
        <translation>Höchstzahl an Gesprächen</translation>
    </message>
    <message>
        <source>Conversations</source>
        <translation>Gespräche</translation>
    </message>
    <message>
        <source>Conversations are saved and searchable, but memories are found only when you choose “Read now”.</source>
        <translation>Gespräche werden gespeichert und sind durchsuchbar, Erinnerungen werden aber nur gesucht, wenn Sie „Jetzt lesen“ wählen.</translation>
    </message>
    <message>
        <source>Conversations are sent to Anthropic. The cost is billed to your Anthropic account.</source>
        <translation>Gespräche gehen an Anthropic. Die Kosten werden Ihrem Anthropic-Konto berechnet.</translation>
    </message>
    <message>
        <source>Conversations read</source>
        <translation>Gelesene Gespräche</translation>
    </message>
    <message>
        <source>Conversations read without a model</source>
        <translation>Ohne Modell gelesene Gespräche</translation>
    </message>
    <message>
        <source>Conversations stay on this computer unless you choose a model to read them. Arbor never changes them.</source>
        <translation>Gespräche bleiben auf diesem Computer, außer Sie lassen sie von einem Modell lesen. Arbor ändert sie nie.</translation>
    </message>
    <message>
        <source>Conversations without messages</source>
        <translation>Gespräche ohne Nachrichten</translation>
    </message>
    <message>
        <source>Cookie</source>
        <translation>Cookie</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>Kopiert</translation>
    </message>
    <message>
        <source>Copied as Markdown</source>
        <translation>Als Markdown kopiert</translation>
    </message>
    <message>
        <source>Copied. Paste it into the session.</source>
        <translation>Kopiert. Fügen Sie es in die Sitzung ein.</translation>
    </message>
    <message>
        <source>Copied. The clipboard is cleared in a minute.</source>
        <translation>Kopiert. Die Zwischenablage wird in einer Minute geleert.</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Copy ID</source>
        <translation>ID kopieren</translation>
    </message>
    <message>
        <source>Copy IDs</source>
        <translation>IDs kopieren</translation>
    </message>
    <message>
        <source>Copy answer</source>
        <translation>Antwort kopieren</translation>
    </message>
    <message>
        <source>Copy as a reminder</source>
        <translation>Als Hinweis kopieren</translation>
    </message>
    <message>
        <source>Copy branch memory</source>
        <translation>Branch-Erinnerung kopieren</translation>
    </message>
    <message>
        <source>Copy conversation ID</source>
        <translation>Gesprächs-ID kopieren</translation>
    </message>
    <message>
        <source>Copy conversation IDs</source>
        <translation>Gesprächs-IDs kopieren</translation>
    </message>
    <message>
        <source>Copy data</source>
        <translation>Daten kopieren</translation>
    </message>
    <message>
        <source>Copy last answer</source>
        <translation>Letzte Antwort kopieren</translation>
    </message>
    <message>
        <source>Copy message</source>
        <translation>Nachricht kopieren</translation>
    </message>
    <message>
        <source>Copy name</source>
        <translation>Namen kopieren</translation>
    </message>
    <message>
        <source>Copy path</source>
        <translation>Pfad kopieren</translation>
    </message>
    <message>
        <source>Copy recovery code</source>
        <translation>Wiederherstellungscode kopieren</translation>
    </message>
    <message>
        <source>Copy report</source>
        <translation>Bericht kopieren</translation>
    </message>
    <message>
        <source>Copy text</source>
        <translation>Text kopieren</translation>
    </message>
    <message>
        <source>Copy version</source>
        <translation>Version kopieren</translation>
    </message>
    <message>
        <source>Copy words</source>
        <translation>Wörter kopieren</translation>
    </message>
    <message>
        <source>Copy {command}</source>
        <translation>{command} kopieren</translation>
    </message>
    <message>
        <source>Correct</source>
        <translation>Korrigieren</translation>
    </message>
    <message>
        <source>Correcting your AI</source>
        <translation>Korrektur an Ihrer KI</translation>
    </message>
    <message>
        <source>Cost</source>
        <translation>Kosten</translation>
    </message>
    <message>
        <source>Cost in US dollars</source>
        <translation>Kosten in US-Dollar</translation>
    </message>
    <message>
        <source>Cost this month</source>
        <translation>Kosten diesen Monat</translation>
    </message>
    <message>
        <source>Couldn&apos;t answer</source>
        <translation>Antwort nicht möglich</translation>
    </message>
    <message>
        <source>Couldn&apos;t be read</source>
        <translation>Konnte nicht gelesen werden</translation>
    </message>
    <message>
        <source>Couldn&apos;t check the integrations</source>
        <translation>Anbindungen konnten nicht geprüft werden</translation>
    </message>
    <message>
        <source>Couldn&apos;t check the memory file</source>
        <translation>Erinnerungsdatei konnte nicht geprüft werden</translation>
    </message>
    <message>
        <source>Couldn&apos;t connect securely to {server}. Check whether its address should start with http or https.</source>
        <translation>Keine sichere Verbindung zu {server}. Prüfen Sie, ob die Adresse mit http oder https beginnen muss.</translation>
    </message>
    <message>
        <source>Couldn&apos;t import {file}</source>
        <translation>{file} konnte nicht importiert werden</translation>
    </message>
    <message>
        <source>Couldn&apos;t load the chats</source>
        <translation>Chats konnten nicht geladen werden</translation>
    </message>
    <message>
        <source>Couldn&apos;t load the comparison</source>
        <translation>Der Vergleich konnte nicht geladen werden</translation>
    </message>
    <message>
        <source>Couldn&apos;t load the conflicts</source>
        <translation>Konflikte konnten nicht geladen werden</translation>
    </message>
    <message>
        <source>Couldn&apos;t load the conversation</source>
        <translation>Gespräch konnte nicht geladen werden</translation>
    </message>
    <message>
        <source>Couldn&apos;t load the conversations</source>
        <translation>Gespräche konnten nicht geladen werden</translation>
    </message>
    <message>
        <source>Couldn&apos;t load the file settings</source>
        <translation>Dateieinstellungen konnten nicht geladen werden</translation>
    </message>
    <message>
        <source>Couldn&apos;t load the graph</source>
        <translation>Der Graph kann nicht geladen werden</translation>
    </message>
    <message>
        <source>Couldn&apos;t load the log</source>
        <translation>Protokoll konnte nicht geladen werden</translation>
    </message>
    <message>
        <source>Couldn&apos;t load the preview</source>
        <translation>Vorschau konnte nicht geladen werden</translation>
    </message>
    <message>
        <source>Couldn&apos;t load the projects</source>
        <translation>Projekte konnten nicht geladen werden</translation>
    </message>
    <message>
        <source>Couldn&apos;t load the review list</source>
        <translation>Prüfliste konnte nicht geladen werden</translation>
    </message>
    <message>
        <source>Couldn&apos;t load the statistics</source>
        <translation>Statistik konnte nicht geladen werden</translation>
    </message>
    <message>
        <source>Couldn&apos;t load the summary</source>
        <translation>Zusammenfassung konnte nicht geladen werden</translation>
    </message>
    <message>
        <source>Couldn&apos;t load the timeline</source>
        <translation>Die Zeitachse kann nicht geladen werden</translation>
    </message>
    <message>
        <source>Couldn&apos;t load this branch&apos;s memory</source>
        <translation>Erinnerung dieses Branchs konnte nicht geladen werden</translation>
    </message>
    <message>
        <source>Couldn&apos;t load this day</source>
        <translation>Dieser Tag konnte nicht geladen werden</translation>
    </message>
    <message>
        <source>Couldn&apos;t load this project</source>
        <translation>Projekt konnte nicht geladen werden</translation>
    </message>
    <message>
        <source>Couldn&apos;t load this project&apos;s memories</source>
        <translation>Erinnerungen dieses Projekts konnten nicht geladen werden</translation>
    </message>
    <message>
        <source>Couldn&apos;t load your memories</source>
        <translation>Ihre Erinnerungen konnten nicht geladen werden</translation>
    </message>
    <message>
        <source>Couldn&apos;t open the folder. Copy its path and open it in your file manager.</source>
        <translation>Der Ordner ließ sich nicht öffnen. Kopieren Sie seinen Pfad und öffnen Sie ihn in Ihrer Dateiverwaltung.</translation>
    </message>
    <message>
        <source>Couldn&apos;t open your memories</source>
        <translation>Erinnerungen konnten nicht geöffnet werden</translation>
    </message>
    <message>
        <source>Couldn&apos;t open {page}</source>
        <translation>{page} konnte nicht geöffnet werden</translation>
    </message>
    <message numerus="yes">
        <source>Couldn&apos;t read %n conversations</source>
        <translation>
            <numerusform>%n Gespräch konnte nicht gelesen werden</numerusform>
            <numerusform>%n Gespräche konnten nicht gelesen werden</numerusform>
        </translation>
    </message>
    <message>
        <source>Couldn&apos;t read a conversation</source>
        <translation>Ein Gespräch konnte nicht gelesen werden</translation>
    </message>
    <message>
        <source>Couldn&apos;t read this source: {reason}</source>
        <translation>Quelle nicht lesbar: {reason}</translation>
    </message>
    <message>
        <source>Couldn&apos;t save: Arbor can&apos;t write to {folder}. Choose another folder.</source>
        <translation>Speichern nicht möglich: Arbor kann nicht in {folder} schreiben. Wählen Sie einen anderen Ordner.</translation>
    </message>
    <message>
        <source>Couldn&apos;t save: the disk is full. Free up some space.</source>
        <translation>Speichern nicht möglich: Der Datenträger ist voll. Geben Sie Platz frei.</translation>
    </message>
    <message>
        <source>Couldn&apos;t save: {folder} no longer exists. Choose another folder.</source>
        <translation>Speichern nicht möglich: {folder} gibt es nicht mehr. Wählen Sie einen anderen Ordner.</translation>
    </message>
    <message>
        <source>Couldn&apos;t save: {why}.</source>
        <translation>Speichern nicht möglich: {why}.</translation>
    </message>
    <message>
        <source>Couldn&apos;t search for secrets</source>
        <translation>Suche nach Geheimnissen fehlgeschlagen</translation>
    </message>
    <message>
        <source>Couldn&apos;t search past tasks</source>
        <translation>Frühere Aufgaben konnten nicht durchsucht werden</translation>
    </message>
    <message>
        <source>Couldn&apos;t show the conversations</source>
        <translation>Gespräche konnten nicht angezeigt werden</translation>
    </message>
    <message>
        <source>Count</source>
        <translation>Anzahl</translation>
    </message>
    <message>
        <source>Counted from transcripts on this computer.</source>
        <translation>Aus Gesprächen auf diesem Computer gezählt.</translation>
    </message>
    <message>
        <source>Counted on this computer</source>
        <translation>Auf diesem Computer gezählt</translation>
    </message>
    <message>
        <source>Counting…</source>
        <translation>Wird gezählt&#xa0;…</translation>
    </message>
    <message>
        <source>Crash report</source>
        <translation>Absturzbericht</translation>
    </message>
    <message>
        <source>Create</source>
        <translation>Anlegen</translation>
    </message>
    <message>
        <source>Create a new key and encrypt your files again.</source>
        <translation>Erzeugen Sie einen neuen Schlüssel und verschlüsseln Sie Ihre Dateien neu.</translation>
    </message>
    <message>
        <source>Create a new key pair and remove the old public key wherever it is trusted.</source>
        <translation>Erzeugen Sie ein neues Schlüsselpaar und entfernen Sie den alten öffentlichen Schlüssel überall, wo ihm vertraut wird.</translation>
    </message>
    <message>
        <source>Create a new one at {service} and revoke the old one.</source>
        <translation>Erzeugen Sie bei {service} einen neuen und widerrufen Sie den alten.</translation>
    </message>
    <message>
        <source>Create a new webhook and delete the old one.</source>
        <translation>Legen Sie einen neuen Webhook an und löschen Sie den alten.</translation>
    </message>
    <message>
        <source>Create a team</source>
        <translation>Team anlegen</translation>
    </message>
    <message>
        <source>Created</source>
        <translation>Erstellt</translation>
    </message>
    <message>
        <source>Created by merging memories</source>
        <translation>Durch Zusammenführen von Erinnerungen entstanden</translation>
    </message>
    <message>
        <source>Create…</source>
        <translation>Anlegen&#xa0;…</translation>
    </message>
    <message>
        <source>Credit card number</source>
        <translation>Kreditkartennummer</translation>
    </message>
    <message>
        <source>Current</source>
        <translation>Aktuell</translation>
    </message>
    <message>
        <source>Current confidence, which fades while the memory is not used</source>
        <translation>Aktuelle Gewissheit; sie verblasst, solange die Erinnerung nicht verwendet wird</translation>
    </message>
    <message>
        <source>Custom</source>
        <translation>Eigene</translation>
    </message>
    <message>
        <source>DELETE</source>
        <translation>LÖSCHEN</translation>
    </message>
    <message>
        <source>Daily</source>
        <translation>Täglich</translation>
    </message>
    <message>
        <source>Daily backup</source>
        <translation>Tägliche Sicherung</translation>
    </message>
    <message>
        <source>Daily backups to keep</source>
        <translation>Aufbewahrte tägliche Sicherungen</translation>
    </message>
    <message>
        <source>Daily maintenance</source>
        <translation>Tägliche Wartung</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>Dunkel</translation>
    </message>
    <message>
        <source>Data</source>
        <translation>Daten</translation>
    </message>
    <message>
        <source>Data copied</source>
        <translation>Daten kopiert</translation>
    </message>
    <message>
        <source>Database</source>
        <translation>Datenbank</translation>
    </message>
    <message>
        <source>Date</source>
        <translation>Datum</translation>
    </message>
    <message>
        <source>Day</source>
        <translation>Tag</translation>
    </message>
    <message>
        <source>Day after</source>
        <translation>Tag danach</translation>
    </message>
    <message>
        <source>Day before</source>
        <translation>Tag davor</translation>
    </message>
    <message>
        <source>Day {n}</source>
        <translation>Tag {n}</translation>
    </message>
    <message>
        <source>Days without use before confidence starts to fade.</source>
        <translation>Tage ohne Verwendung, bevor die Gewissheit zu verblassen beginnt.</translation>
    </message>
    <message>
        <source>Decision</source>
        <translation>Entscheidung</translation>
    </message>
    <message>
        <source>Decisions</source>
        <translation>Entscheidungen</translation>
    </message>
    <message>
        <source>Default model</source>
        <translation>Standardmodell</translation>
    </message>
    <message>
        <source>Del</source>
        <translation>Entf</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Löschen</translation>
    </message>
    <message numerus="yes">
        <source>Delete %n conversations?</source>
        <translation>
            <numerusform>%n Gespräch löschen?</numerusform>
            <numerusform>%n Gespräche löschen?</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Delete %n memories permanently?</source>
        <translation>
            <numerusform>%n Erinnerung endgültig löschen?</numerusform>
            <numerusform>%n Erinnerungen endgültig löschen?</numerusform>
        </translation>
    </message>
    <message>
        <source>Delete all versions of {file}?</source>
        <translation>Alle Versionen von {file} löschen?</translation>
    </message>
    <message>
        <source>Delete archived memories</source>
        <translation>Archivierte Erinnerungen löschen</translation>
    </message>
    <message>
        <source>Delete archived memories permanently after this many days. Set to 0 to keep them. Sensitive memories and memories marked “Always include” are always kept.</source>
        <translation>Löscht archivierte Erinnerungen nach so vielen Tagen endgültig; 0 behält sie. Sensible Erinnerungen und solche mit „Immer einbeziehen“ bleiben immer.</translation>
    </message>
    <message>
        <source>Delete everything</source>
        <translation>Alles löschen</translation>
    </message>
    <message>
        <source>Delete everything about {name} permanently?</source>
        <translation>Alles über {name} endgültig löschen?</translation>
    </message>
    <message>
        <source>Delete everything permanently</source>
        <translation>Alles endgültig löschen</translation>
    </message>
    <message>
        <source>Delete everything permanently?</source>
        <translation>Alles endgültig löschen?</translation>
    </message>
    <message>
        <source>Delete everything…</source>
        <translation>Alles löschen&#xa0;…</translation>
    </message>
    <message>
        <source>Delete memory</source>
        <translation>Erinnerung löschen</translation>
    </message>
    <message>
        <source>Delete permanently</source>
        <translation>Endgültig löschen</translation>
    </message>
    <message>
        <source>Delete permanently…</source>
        <translation>Endgültig löschen&#xa0;…</translation>
    </message>
    <message>
        <source>Delete the oldest conversation text when the total exceeds this size. Set to 0 for no limit.</source>
        <translation>Löscht den ältesten Text von Gesprächen, wenn aller Text größer ist; 0 setzt keine Grenze.</translation>
    </message>
    <message>
        <source>Delete the text of conversations older than this. Set to 0 to keep all.</source>
        <translation>Löscht den Text von Gesprächen, die älter sind; 0 behält alle.</translation>
    </message>
    <message>
        <source>Delete this conversation?</source>
        <translation>Dieses Gespräch löschen?</translation>
    </message>
    <message>
        <source>Delete this memory permanently?</source>
        <translation>Diese Erinnerung endgültig löschen?</translation>
    </message>
    <message>
        <source>Delete versions…</source>
        <translation>Versionen löschen&#xa0;…</translation>
    </message>
    <message>
        <source>Deleted</source>
        <translation>Gelöscht</translation>
    </message>
    <message>
        <source>Deleted conversation</source>
        <translation>Gelöschtes Gespräch</translation>
    </message>
    <message>
        <source>Deleted file</source>
        <translation>Gelöschte Datei</translation>
    </message>
    <message>
        <source>Deleted since</source>
        <translation>Seitdem gelöscht</translation>
    </message>
    <message>
        <source>Deleted {memories} and {conversations}</source>
        <translation>{memories} und {conversations} gelöscht</translation>
    </message>
    <message>
        <source>Deletes all memories, their history, all saved conversations, versions of memory files and the backups in Arbor&apos;s folder. Your AI tools&apos; own files are not touched.</source>
        <translation>Löscht alle Erinnerungen, ihren Verlauf, alle gespeicherten Gespräche, Versionen von Erinnerungsdateien und die Sicherungen in Arbors Ordner. Die Dateien Ihrer KI-Werkzeuge bleiben unberührt.</translation>
    </message>
    <message>
        <source>Deletes {counts}, and the project&apos;s archived and rejected memories. Memories outside the project that come only from these conversations are deleted too. Your project files are not touched.</source>
        <translation>Löscht {counts} und die archivierten und abgelehnten Erinnerungen des Projekts. Auch Erinnerungen außerhalb des Projekts, die nur aus diesen Gesprächen stammen, werden gelöscht. Ihre Projektdateien bleiben unberührt.</translation>
    </message>
    <message>
        <source>Delete…</source>
        <translation>Löschen&#xa0;…</translation>
    </message>
    <message>
        <source>Deleting {what}…</source>
        <translation>{what} wird gelöscht&#xa0;…</translation>
    </message>
    <message>
        <source>Delivered</source>
        <translation>Angekommen</translation>
    </message>
    <message>
        <source>Delivered: found in the session&apos;s transcript.</source>
        <translation>Angekommen: im Verlauf der Sitzung gefunden.</translation>
    </message>
    <message>
        <source>Delivery confirmed in {part} of {whole} checked sessions ({share}).</source>
        <translation>Ankunft bestätigt in {part} von {whole} geprüften Sitzungen ({share}).</translation>
    </message>
    <message>
        <source>Delivery hasn&apos;t been checked yet.</source>
        <translation>Noch nicht geprüft, ob es ankam.</translation>
    </message>
    <message>
        <source>Delivery unknown</source>
        <translation>Ankunft unbekannt</translation>
    </message>
    <message>
        <source>Describe a task to find similar past tasks</source>
        <translation>Beschreiben Sie eine Aufgabe, um ähnliche frühere zu finden</translation>
    </message>
    <message>
        <source>Description</source>
        <translation>Beschreibung</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>Angaben</translation>
    </message>
    <message>
        <source>Deutsch</source>
        <translation>Deutsch</translation>
    </message>
    <message>
        <source>Devices</source>
        <translation>Geräte</translation>
    </message>
    <message>
        <source>Did you mean “{words}”?</source>
        <translation>Meinten Sie „{words}“?</translation>
    </message>
    <message>
        <source>Did you mean:</source>
        <translation>Meinten Sie:</translation>
    </message>
    <message>
        <source>Didn&apos;t help</source>
        <translation>Half nicht</translation>
    </message>
    <message>
        <source>Didn&apos;t help:</source>
        <translation>Half nicht:</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>Verwerfen</translation>
    </message>
    <message>
        <source>Discard changes?</source>
        <translation>Änderungen verwerfen?</translation>
    </message>
    <message>
        <source>Discard memories that the model finds with lower confidence.</source>
        <translation>Verwirft Erinnerungen, bei denen ein Modell weniger sicher ist.</translation>
    </message>
    <message>
        <source>Disconnect</source>
        <translation>Trennen</translation>
    </message>
    <message>
        <source>Disconnect “{what}”</source>
        <translation>„{what}“ trennen</translation>
    </message>
    <message>
        <source>Dismiss</source>
        <translation>Meldung schließen</translation>
    </message>
    <message>
        <source>Dismiss list of changes</source>
        <translation>Liste der Änderungen schließen</translation>
    </message>
    <message>
        <source>Dismiss suggestion</source>
        <translation>Vorschlag verwerfen</translation>
    </message>
    <message>
        <source>Distinguish by</source>
        <translation>Unterscheiden nach</translation>
    </message>
    <message>
        <source>Documentation</source>
        <translation>Dokumentation</translation>
    </message>
    <message>
        <source>Does it help?</source>
        <translation>Hilft es?</translation>
    </message>
    <message>
        <source>Domain</source>
        <translation>Bereich</translation>
    </message>
    <message>
        <source>Don&apos;t change</source>
        <translation>Nicht ändern</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>Fertig</translation>
    </message>
    <message>
        <source>Download</source>
        <translation>Herunterladen</translation>
    </message>
    <message>
        <source>Download progress</source>
        <translation>Fortschritt des Downloads</translation>
    </message>
    <message>
        <source>Drag to change confidence</source>
        <translation>Zum Ändern der Gewissheit ziehen</translation>
    </message>
    <message>
        <source>Drawbacks</source>
        <translation>Nachteile</translation>
    </message>
    <message>
        <source>During the session</source>
        <translation>Während der Sitzung</translation>
    </message>
    <message>
        <source>E-mail address</source>
        <translation>E-Mail-Adresse</translation>
    </message>
    <message>
        <source>Each memory stays active, and your AI sees when each memory applies.</source>
        <translation>Jede Erinnerung bleibt aktiv, und Ihre KI sieht, wann welche gilt.</translation>
    </message>
    <message>
        <source>Each memory stays active, and your AI sees which folder each memory applies in.</source>
        <translation>Jede Erinnerung bleibt aktiv, und Ihre KI sieht, für welchen Ordner welche gilt.</translation>
    </message>
    <message>
        <source>Each memory stays active. Choose its branch.</source>
        <translation>Jede Erinnerung bleibt aktiv. Wählen Sie ihren Branch.</translation>
    </message>
    <message>
        <source>Each memory stays active. Choose its project.</source>
        <translation>Jede Erinnerung bleibt aktiv. Wählen Sie ihr Projekt.</translation>
    </message>
    <message>
        <source>Each project has its own CLAUDE.md. Choose a project.</source>
        <translation>Jedes Projekt hat eine eigene CLAUDE.md. Wählen Sie ein Projekt.</translation>
    </message>
    <message>
        <source>Each rule appears here once it finds a memory.</source>
        <translation>Eine Regel erscheint hier, sobald sie eine Erinnerung findet.</translation>
    </message>
    <message>
        <source>Each session without memories is marked</source>
        <translation>Jede Sitzung ohne Erinnerungen ist markiert</translation>
    </message>
    <message>
        <source>Each week, Arbor shortens long memories older than a month. The short form is shown and shared. The full text stays searchable.</source>
        <translation>Jede Woche erhalten lange Erinnerungen, die älter als ein Monat sind, eine Kurzform; sie wird angezeigt und weitergegeben. Der volle Text bleibt durchsuchbar.</translation>
    </message>
    <message>
        <source>Each {tool} session sees global memories and those of its project. The Context page shows them.</source>
        <translation>Jede Sitzung von {tool} sieht globale Erinnerungen und die ihres Projekts. Die Seite „Kontext“ zeigt sie.</translation>
    </message>
    <message>
        <source>Earlier version restored</source>
        <translation>Frühere Version wiederhergestellt</translation>
    </message>
    <message>
        <source>Earlier versions</source>
        <translation>Frühere Versionen</translation>
    </message>
    <message>
        <source>Edit</source>
        <translation>Bearbeiten</translation>
    </message>
    <message>
        <source>Edit a copy</source>
        <translation>Kopie bearbeiten</translation>
    </message>
    <message>
        <source>Edit details</source>
        <translation>Angaben bearbeiten</translation>
    </message>
    <message>
        <source>Edit selected…</source>
        <translation>Ausgewählte bearbeiten …</translation>
    </message>
    <message>
        <source>Edit text</source>
        <translation>Text bearbeiten</translation>
    </message>
    <message>
        <source>Edited</source>
        <translation>Bearbeitet</translation>
    </message>
    <message>
        <source>Edited memory accepted</source>
        <translation>Bearbeitete Erinnerung angenommen</translation>
    </message>
    <message>
        <source>Edited memory accepted. It conflicts with another memory: see Conflicts.</source>
        <translation>Bearbeitete Erinnerung angenommen. Sie widerspricht einer anderen: siehe Konflikte.</translation>
    </message>
    <message>
        <source>Edited on two devices</source>
        <translation>Auf zwei Geräten geändert</translation>
    </message>
    <message>
        <source>Edited since</source>
        <translation>Seitdem bearbeitet</translation>
    </message>
    <message>
        <source>Empty</source>
        <translation>Leer</translation>
    </message>
    <message>
        <source>Empty conversation</source>
        <translation>Leeres Gespräch</translation>
    </message>
    <message>
        <source>Encrypt memory</source>
        <translation>Erinnerungen verschlüsseln</translation>
    </message>
    <message>
        <source>Encrypting your memory</source>
        <translation>Ihre Erinnerungen werden verschlüsselt</translation>
    </message>
    <message>
        <source>Encryption</source>
        <translation>Verschlüsselung</translation>
    </message>
    <message>
        <source>English</source>
        <translation>English</translation>
    </message>
    <message>
        <source>Enter</source>
        <translation>Eingabe</translation>
    </message>
    <message>
        <source>Enter API key</source>
        <translation>API-Schlüssel eingeben</translation>
    </message>
    <message>
        <source>Enter a folder for at least one memory.</source>
        <translation>Geben Sie für mindestens eine einen Ordner ein.</translation>
    </message>
    <message>
        <source>Enter a number from {low} to {high}.</source>
        <translation>Geben Sie eine Zahl von {low} bis {high} ein.</translation>
    </message>
    <message>
        <source>Enter a number.</source>
        <translation>Geben Sie eine Zahl ein.</translation>
    </message>
    <message>
        <source>Enter a time such as 03:00.</source>
        <translation>Geben Sie eine Uhrzeit ein, etwa 03:00.</translation>
    </message>
    <message>
        <source>Enter a whole number from {low} to {high}.</source>
        <translation>Geben Sie eine ganze Zahl von {low} bis {high} ein.</translation>
    </message>
    <message>
        <source>Enter a whole number.</source>
        <translation>Geben Sie eine ganze Zahl ein.</translation>
    </message>
    <message>
        <source>Enter four numbers from 0 to 1.</source>
        <translation>Geben Sie vier Zahlen von 0 bis 1 an.</translation>
    </message>
    <message>
        <source>Enter new API key</source>
        <translation>Neuen API-Schlüssel eingeben</translation>
    </message>
    <message>
        <source>Enter something different for each memory.</source>
        <translation>Schreiben Sie für jede etwas anderes.</translation>
    </message>
    <message>
        <source>Enter the server&apos;s address.</source>
        <translation>Geben Sie die Adresse des Servers an.</translation>
    </message>
    <message>
        <source>Entries</source>
        <translation>Einträge</translation>
    </message>
    <message>
        <source>Entry points</source>
        <translation>Einstiegspunkte</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>Fehler</translation>
    </message>
    <message>
        <source>Errors</source>
        <translation>Fehler</translation>
    </message>
    <message>
        <source>Events to show</source>
        <translation>Anzuzeigende Ereignisse</translation>
    </message>
    <message>
        <source>Everything</source>
        <translation>Alles</translation>
    </message>
    <message>
        <source>Everything is read.</source>
        <translation>Alles ist gelesen.</translation>
    </message>
    <message>
        <source>Example</source>
        <translation>Beispiel</translation>
    </message>
    <message>
        <source>Example: a memory with 0.90 confidence today</source>
        <translation>Beispiel: eine Erinnerung mit der Gewissheit 0,90 heute</translation>
    </message>
    <message>
        <source>Expired</source>
        <translation>Abgelaufen</translation>
    </message>
    <message>
        <source>Expires</source>
        <translation>Läuft ab</translation>
    </message>
    <message>
        <source>Exponential</source>
        <translation>Exponentiell</translation>
    </message>
    <message>
        <source>Exponential: unused memories lose confidence fast, then slowly. Linear: evenly.</source>
        <translation>Exponentiell: Ungenutzte Erinnerungen verlieren erst schnell, dann langsam Konfidenz. Linear: gleichmäßig.</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>Exportieren</translation>
    </message>
    <message numerus="yes">
        <source>Export %n memories…</source>
        <translation>
            <numerusform>%n Erinnerung exportieren …</numerusform>
            <numerusform>%n Erinnerungen exportieren …</numerusform>
        </translation>
    </message>
    <message>
        <source>Export Insights data</source>
        <translation>Daten der Einblicke exportieren</translation>
    </message>
    <message>
        <source>Export memories</source>
        <translation>Erinnerungen exportieren</translation>
    </message>
    <message>
        <source>Exporting…</source>
        <translation>Wird exportiert …</translation>
    </message>
    <message>
        <source>Exports (*.zip *.json)</source>
        <translation>Exporte (*.zip *.json)</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>Exportieren&#xa0;…</translation>
    </message>
    <message>
        <source>Fact</source>
        <translation>Fakt</translation>
    </message>
    <message>
        <source>Fact from you</source>
        <translation>Fakt von Ihnen</translation>
    </message>
    <message>
        <source>Facts</source>
        <translation>Fakten</translation>
    </message>
    <message>
        <source>Facts and decisions from the team</source>
        <translation>Fakten und Entscheidungen vom Team</translation>
    </message>
    <message>
        <source>Faded to {confidence} without being used</source>
        <translation>Auf {confidence} verblasst, ohne verwendet zu werden</translation>
    </message>
    <message>
        <source>Fading</source>
        <translation>Verblassen</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>Fehlgeschlagen</translation>
    </message>
    <message>
        <source>Failed:</source>
        <translation>Fehlgeschlagen:</translation>
    </message>
    <message>
        <source>Fall back to this computer</source>
        <translation>Auf diesen Computer ausweichen</translation>
    </message>
    <message>
        <source>Feature</source>
        <translation>Funktion</translation>
    </message>
    <message>
        <source>Fewest memories</source>
        <translation>Die wenigsten Erinnerungen</translation>
    </message>
    <message>
        <source>Fewest messages</source>
        <translation>Die wenigsten Nachrichten</translation>
    </message>
    <message>
        <source>Fewest tokens</source>
        <translation>Die wenigsten Token</translation>
    </message>
    <message>
        <source>File deleted</source>
        <translation>Datei gelöscht</translation>
    </message>
    <message>
        <source>File edited outside Arbor</source>
        <translation>Datei außerhalb von Arbor bearbeitet</translation>
    </message>
    <message>
        <source>File left unchanged</source>
        <translation>Datei bleibt unverändert</translation>
    </message>
    <message>
        <source>File {name}</source>
        <translation>Datei {name}</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>Dateien</translation>
    </message>
    <message>
        <source>Files by folder</source>
        <translation>Dateien nach Ordner</translation>
    </message>
    <message>
        <source>Files get only undisputed conventions, decisions and bug patterns of the project</source>
        <translation>Dateien erhalten nur unstrittige Konventionen, Entscheidungen und Fehlermuster des Projekts</translation>
    </message>
    <message>
        <source>Filter by tag</source>
        <translation>Nach Schlagwort filtern</translation>
    </message>
    <message>
        <source>Filter by this type</source>
        <translation>Nach dieser Art filtern</translation>
    </message>
    <message>
        <source>Filters</source>
        <translation>Filter</translation>
    </message>
    <message>
        <source>Filters ({count})</source>
        <translation>Filter ({count})</translation>
    </message>
    <message>
        <source>Find a setting</source>
        <translation>Einstellung suchen</translation>
    </message>
    <message>
        <source>Find anything</source>
        <translation>Alles durchsuchen</translation>
    </message>
    <message>
        <source>Find conflicts</source>
        <translation>Konflikte finden</translation>
    </message>
    <message>
        <source>Find in graph</source>
        <translation>Im Graphen suchen</translation>
    </message>
    <message>
        <source>Find in transcript</source>
        <translation>Im Verlauf suchen</translation>
    </message>
    <message>
        <source>Find memories, conversations, projects, settings and commands</source>
        <translation>Erinnerungen, Gespräche, Projekte, Einstellungen und Befehle suchen</translation>
    </message>
    <message>
        <source>Find out with your own sessions.</source>
        <translation>Finden Sie es mit Ihren eigenen Sitzungen heraus.</translation>
    </message>
    <message>
        <source>Find similar past tasks</source>
        <translation>Ähnliche frühere Aufgaben suchen</translation>
    </message>
    <message>
        <source>First run: {when}</source>
        <translation>Erster Lauf: {when}</translation>
    </message>
    <message>
        <source>Fit</source>
        <translation>Einpassen</translation>
    </message>
    <message>
        <source>Fix</source>
        <translation>Lösung</translation>
    </message>
    <message>
        <source>Fix…</source>
        <translation>Beheben&#xa0;…</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>Ordner</translation>
    </message>
    <message>
        <source>Folder of the project</source>
        <translation>Ordner des Projekts</translation>
    </message>
    <message>
        <source>Folder that another program synchronizes</source>
        <translation>Ordner, den ein anderes Programm synchronisiert</translation>
    </message>
    <message>
        <source>Folders, projects and files</source>
        <translation>Ordner, Projekte und Dateien</translation>
    </message>
    <message>
        <source>Folder…</source>
        <translation>Ordner …</translation>
    </message>
    <message>
        <source>Followed</source>
        <translation>Befolgt</translation>
    </message>
    <message>
        <source>For 1 hour</source>
        <translation>Für 1 Stunde</translation>
    </message>
    <message>
        <source>For a backup, to read, for Obsidian, a spreadsheet, or other AI tools.</source>
        <translation>Als Sicherung, zum Lesen, für Obsidian, eine Tabellenkalkulation oder andere KI-Werkzeuge.</translation>
    </message>
    <message>
        <source>For a colleague: from the project&apos;s files and its memories. Leaves out anything private, about you, in review or in conflict.</source>
        <translation>Für Kolleginnen und Kollegen: aus den Dateien des Projekts und seinen Erinnerungen. Ohne Privates, ohne Angaben über Sie und ohne das, was in Prüfung oder Konflikt ist.</translation>
    </message>
    <message>
        <source>For a spreadsheet</source>
        <translation>Für eine Tabellenkalkulation</translation>
    </message>
    <message>
        <source>For at least one memory, enter when it applies.</source>
        <translation>Geben Sie für mindestens eine an, wann sie gilt.</translation>
    </message>
    <message>
        <source>For comparison, this session started without memories.</source>
        <translation>Zum Vergleich begann diese Sitzung ohne Erinnerungen.</translation>
    </message>
    <message>
        <source>For comparison, “{title}” started without memories.</source>
        <translation>Zum Vergleich begann „{title}“ ohne Erinnerungen.</translation>
    </message>
    <message>
        <source>For example, in the old app</source>
        <translation>Zum Beispiel in der alten App</translation>
    </message>
    <message>
        <source>For projects that use {technology}</source>
        <translation>Für Projekte mit {technology}</translation>
    </message>
    <message>
        <source>Format</source>
        <translation>Format</translation>
    </message>
    <message>
        <source>Forward</source>
        <translation>Vorwärts</translation>
    </message>
    <message>
        <source>Found</source>
        <translation>Gefunden</translation>
    </message>
    <message>
        <source>Found by a model</source>
        <translation>Von einem Modell gefunden</translation>
    </message>
    <message>
        <source>Found by rule: {rule}</source>
        <translation>Gefunden von der Regel: {rule}</translation>
    </message>
    <message>
        <source>Found by the model</source>
        <translation>Vom Modell gefunden</translation>
    </message>
    <message>
        <source>Found in the branch&apos;s file, which was not changed on this computer by hand</source>
        <translation>In der Datei des Branches gefunden, die nicht auf diesem Computer von Hand geändert wurde</translation>
    </message>
    <message>
        <source>Free and private. Finds clearly stated instructions, preferences, facts, decisions and causes of problems. English only.</source>
        <translation>Kostenlos und privat. Findet klar genannte Anweisungen, Vorlieben, Fakten, Entscheidungen und Problemursachen. Nur auf Englisch.</translation>
    </message>
    <message>
        <source>Freed</source>
        <translation>Freigegeben</translation>
    </message>
    <message>
        <source>Frequency</source>
        <translation>Häufigkeit</translation>
    </message>
    <message>
        <source>Frequently edited files</source>
        <translation>Häufig bearbeitete Dateien</translation>
    </message>
    <message>
        <source>Frequently run commands</source>
        <translation>Häufig ausgeführte Befehle</translation>
    </message>
    <message>
        <source>Friday</source>
        <translation>Freitag</translation>
    </message>
    <message>
        <source>From</source>
        <translation>Von</translation>
    </message>
    <message>
        <source>From Arbor</source>
        <translation>Von Arbor</translation>
    </message>
    <message>
        <source>From Arbor, ChatGPT, Claude.ai, mem0, MCP memory servers, Markdown notes, or a plain text list.</source>
        <translation>Aus Arbor, ChatGPT, Claude.ai, mem0, MCP-Servern für Erinnerungen, Markdown-Notizen oder einer einfachen Textliste.</translation>
    </message>
    <message>
        <source>From older backups, keep one per week, up to this number.</source>
        <translation>Von älteren Sicherungen bleibt eine je Woche, höchstens so viele.</translation>
    </message>
    <message>
        <source>From one conversation</source>
        <translation>Aus einem Gespräch</translation>
    </message>
    <message>
        <source>From these memories</source>
        <translation>Aus diesen Erinnerungen</translation>
    </message>
    <message>
        <source>From this memory</source>
        <translation>Aus dieser Erinnerung</translation>
    </message>
    <message>
        <source>From you</source>
        <translation>Von Ihnen</translation>
    </message>
    <message>
        <source>From your AI</source>
        <translation>Von Ihrer KI</translation>
    </message>
    <message>
        <source>From your copy, so you know it can be read. Capitals and dashes don&apos;t matter.</source>
        <translation>Von Ihrer Kopie, damit Sie wissen, dass sie lesbar ist. Groß- und Kleinschreibung und Striche sind egal.</translation>
    </message>
    <message>
        <source>From your newest conversations of the last three weeks. Nothing is saved until you choose Save.</source>
        <translation>Aus Ihren neuesten Gesprächen der letzten drei Wochen. Nichts wird gespeichert, bevor Sie Speichern wählen.</translation>
    </message>
    <message>
        <source>From your team</source>
        <translation>Von Ihrem Team</translation>
    </message>
    <message>
        <source>From your team.</source>
        <translation>Von Ihrem Team.</translation>
    </message>
    <message>
        <source>From your team. If you edit it, you get a copy of your own.</source>
        <translation>Von Ihrem Team. Wenn Sie sie bearbeiten, entsteht eine eigene Kopie.</translation>
    </message>
    <message>
        <source>From {format}</source>
        <translation>Aus {format}</translation>
    </message>
    <message>
        <source>From {names}.</source>
        <translation>Von {names}.</translation>
    </message>
    <message>
        <source>Gemini CLI</source>
        <translation>Gemini CLI</translation>
    </message>
    <message>
        <source>General</source>
        <translation>Allgemein</translation>
    </message>
    <message>
        <source>Get an answer from your memories</source>
        <translation>Eine Antwort aus Ihren Erinnerungen erhalten</translation>
    </message>
    <message>
        <source>Give a folder&apos;s whole path, or a pattern such as *.tmp.jsonl.</source>
        <translation>Geben Sie den ganzen Pfad eines Ordners an oder ein Muster wie *.tmp.jsonl.</translation>
    </message>
    <message>
        <source>Global</source>
        <translation>Global</translation>
    </message>
    <message>
        <source>Go back and turn on a source to see a preview.</source>
        <translation>Gehen Sie zurück und schalten Sie eine Quelle ein, um eine Vorschau zu sehen.</translation>
    </message>
    <message>
        <source>Go to project, branch or prompt</source>
        <translation>Zu Projekt, Branch oder Prompt</translation>
    </message>
    <message>
        <source>Go to {page}</source>
        <translation>{page} öffnen</translation>
    </message>
    <message>
        <source>Goal</source>
        <translation>Ziel</translation>
    </message>
    <message>
        <source>Goal met</source>
        <translation>Ziel erreicht</translation>
    </message>
    <message>
        <source>Goal not met</source>
        <translation>Ziel nicht erreicht</translation>
    </message>
    <message>
        <source>Got it</source>
        <translation>Verstanden</translation>
    </message>
    <message>
        <source>Grace period</source>
        <translation>Schonfrist</translation>
    </message>
    <message>
        <source>Graph</source>
        <translation>Graph</translation>
    </message>
    <message>
        <source>Graph: clear selection, or return from table to graph</source>
        <translation>Graph: Auswahl aufheben oder von der Tabelle zum Graphen wechseln</translation>
    </message>
    <message>
        <source>Graph: fit to window (to zoom, press + or −)</source>
        <translation>Graph: einpassen (zum Zoomen + oder − drücken)</translation>
    </message>
    <message>
        <source>Graph: next or previous memory, most links first</source>
        <translation>Graph: nächste oder vorige Erinnerung, meiste Verknüpfungen zuerst</translation>
    </message>
    <message>
        <source>Group</source>
        <translation>Gruppe</translation>
    </message>
    <message>
        <source>Group by</source>
        <translation>Gruppieren nach</translation>
    </message>
    <message>
        <source>Group {number} doesn&apos;t match</source>
        <translation>Gruppe {number} stimmt nicht</translation>
    </message>
    <message>
        <source>Help me plan what to do next week.</source>
        <translation>Hilf mir, die nächste Woche zu planen.</translation>
    </message>
    <message>
        <source>Helpful</source>
        <translation>Hilfreich</translation>
    </message>
    <message>
        <source>Helpful memories</source>
        <translation>Hilfreiche Erinnerungen</translation>
    </message>
    <message>
        <source>Hide details</source>
        <translation>Angaben ausblenden</translation>
    </message>
    <message>
        <source>Hide integrations</source>
        <translation>Anbindungen ausblenden</translation>
    </message>
    <message>
        <source>Hide {what}</source>
        <translation>{what} ausblenden</translation>
    </message>
    <message>
        <source>High</source>
        <translation>Hoch</translation>
    </message>
    <message>
        <source>History</source>
        <translation>Änderungen</translation>
    </message>
    <message>
        <source>Hook</source>
        <translation>Hook</translation>
    </message>
    <message>
        <source>Hooks need {tool} {version} or newer.</source>
        <translation>Hooks brauchen {tool} {version} oder neuer.</translation>
    </message>
    <message>
        <source>How confidence fades</source>
        <translation>Wie die Gewissheit verblasst</translation>
    </message>
    <message>
        <source>How confidence fades over a year</source>
        <translation>Wie die Gewissheit über ein Jahr verblasst</translation>
    </message>
    <message>
        <source>How conversations are read</source>
        <translation>Wie Gespräche gelesen werden</translation>
    </message>
    <message>
        <source>How do I like to work?</source>
        <translation>Wie arbeite ich gern?</translation>
    </message>
    <message>
        <source>How it is measured</source>
        <translation>Wie gemessen wird</translation>
    </message>
    <message>
        <source>How long Arbor waits after a conversation&apos;s last message.</source>
        <translation>So lange wartet Arbor nach der letzten Nachricht eines Gesprächs.</translation>
    </message>
    <message>
        <source>How long conversations are kept</source>
        <translation>Wie lange Gespräche aufbewahrt werden</translation>
    </message>
    <message>
        <source>How memories are found</source>
        <translation>Wie Erinnerungen gefunden werden</translation>
    </message>
    <message>
        <source>How much each factor counts. The four values must add up to 1.</source>
        <translation>Wie viel jeder Faktor zählt. Die vier Werte müssen zusammen 1 ergeben.</translation>
    </message>
    <message>
        <source>How much more certain one memory must be, based on confidence, recent use and how often it helped.</source>
        <translation>So viel sicherer muss eine Erinnerung sein, nach Gewissheit, letzter Verwendung und wie oft sie half.</translation>
    </message>
    <message>
        <source>How often Arbor checks sources for changes it may have missed.</source>
        <translation>So oft prüft Arbor Quellen auf Änderungen, die unbemerkt blieben.</translation>
    </message>
    <message>
        <source>How sure Arbor is of this memory. At {floor} or higher, the memory can be shared here.</source>
        <translation>Wie sicher sich Arbor dieser Erinnerung ist. Kann hier ab {floor} weitergegeben werden.</translation>
    </message>
    <message>
        <source>How this project works</source>
        <translation>So funktioniert dieses Projekt</translation>
    </message>
    <message>
        <source>How this project works…</source>
        <translation>Wie dieses Projekt funktioniert …</translation>
    </message>
    <message>
        <source>How {project} works</source>
        <translation>Wie {project} funktioniert</translation>
    </message>
    <message>
        <source>IBAN</source>
        <translation>IBAN</translation>
    </message>
    <message>
        <source>ID</source>
        <translation>ID</translation>
    </message>
    <message>
        <source>If a memory isn&apos;t used or confirmed, its confidence fades until Arbor archives it. You can restore archived memories.</source>
        <translation>Wird eine Erinnerung nicht verwendet oder bestätigt, verblasst ihre Gewissheit, bis Arbor sie archiviert. Sie können sie wiederherstellen.</translation>
    </message>
    <message>
        <source>If the MCP server “arbor” is off, turn it on in Cursor Settings → MCP. Cursor then looks up memories automatically.</source>
        <translation>Falls der MCP-Server „arbor“ aus ist, schalten Sie ihn in Cursor unter Settings → MCP ein. Cursor schlägt Erinnerungen dann automatisch nach.</translation>
    </message>
    <message>
        <source>If the model gives no usable answer in three attempts, this computer reads the conversation. When off, you see an error and can try again.</source>
        <translation>Gibt das Modell in drei Versuchen keine brauchbare Antwort, liest dieser Computer das Gespräch. Ausgeschaltet sehen Sie einen Fehler und können es erneut versuchen.</translation>
    </message>
    <message>
        <source>If there is no answer within this time, Arbor cancels the request and tries again later.</source>
        <translation>Bricht eine Anfrage nach so langer Zeit ohne Antwort ab und versucht es später erneut.</translation>
    </message>
    <message>
        <source>If two memories disagree, you choose in Conflicts which one to keep.</source>
        <translation>Widersprechen sich zwei Erinnerungen, wählen Sie unter Konflikte, welche bleibt.</translation>
    </message>
    <message>
        <source>Ignore</source>
        <translation>Ignorieren</translation>
    </message>
    <message>
        <source>Ignore these conversations</source>
        <translation>Diese Gespräche ignorieren</translation>
    </message>
    <message>
        <source>Ignore this chat</source>
        <translation>Diesen Chat ignorieren</translation>
    </message>
    <message>
        <source>Ignore this conversation</source>
        <translation>Dieses Gespräch ignorieren</translation>
    </message>
    <message>
        <source>Ignore this project</source>
        <translation>Dieses Projekt ignorieren</translation>
    </message>
    <message>
        <source>Ignored</source>
        <translation>Ignoriert</translation>
    </message>
    <message>
        <source>Ignored conversations and all conversations of ignored projects</source>
        <translation>Ignorierte Gespräche und alle Gespräche ignorierter Projekte</translation>
    </message>
    <message>
        <source>Image (*.png)</source>
        <translation>Bild (*.png)</translation>
    </message>
    <message>
        <source>Implementation notes</source>
        <translation>Notizen zur Umsetzung</translation>
    </message>
    <message>
        <source>Import</source>
        <translation>Importieren</translation>
    </message>
    <message numerus="yes">
        <source>Import %n memories</source>
        <translation>
            <numerusform>%n Erinnerung importieren</numerusform>
            <numerusform>%n Erinnerungen importieren</numerusform>
        </translation>
    </message>
    <message>
        <source>Import a folder</source>
        <translation>Ordner importieren</translation>
    </message>
    <message>
        <source>Import and export</source>
        <translation>Import und Export</translation>
    </message>
    <message>
        <source>Import cancelled. Nothing was added.</source>
        <translation>Import abgebrochen. Nichts wurde hinzugefügt.</translation>
    </message>
    <message>
        <source>Import line</source>
        <translation>Importzeile</translation>
    </message>
    <message>
        <source>Import memories</source>
        <translation>Erinnerungen importieren</translation>
    </message>
    <message>
        <source>Import memories from {tool}</source>
        <translation>Erinnerungen aus {tool} importieren</translation>
    </message>
    <message>
        <source>Import {source}</source>
        <translation>{source} importieren</translation>
    </message>
    <message>
        <source>Imported</source>
        <translation>Importiert</translation>
    </message>
    <message>
        <source>Imported from {file} ({format})</source>
        <translation>Importiert aus {file} ({format})</translation>
    </message>
    <message numerus="yes">
        <source>Importing %n memories…</source>
        <translation>
            <numerusform>%n Erinnerung wird importiert …</numerusform>
            <numerusform>%n Erinnerungen werden importiert …</numerusform>
        </translation>
    </message>
    <message>
        <source>Import…</source>
        <translation>Importieren&#xa0;…</translation>
    </message>
    <message>
        <source>In Review, Arbor asks about memories it isn&apos;t sure of before sharing them.</source>
        <translation>Unter Prüfen fragt Arbor nach Erinnerungen, bei denen es unsicher ist, bevor es sie teilt.</translation>
    </message>
    <message>
        <source>In a conflict over {topic}, {said}</source>
        <translation>In einem Konflikt ({topic}): {said}</translation>
    </message>
    <message>
        <source>In a conflict, {said}</source>
        <translation>In einem Konflikt: {said}</translation>
    </message>
    <message>
        <source>In a session, say how you like to work, and Arbor saves it as a memory.</source>
        <translation>Sagen Sie in einer Sitzung, wie Sie gern arbeiten, und Arbor speichert es als Erinnerung.</translation>
    </message>
    <message>
        <source>In all projects</source>
        <translation>In allen Projekten</translation>
    </message>
    <message>
        <source>In conversations</source>
        <translation>In Gesprächen</translation>
    </message>
    <message>
        <source>In other projects, it sees {none}.</source>
        <translation>In anderen Projekten sieht sie {none}.</translation>
    </message>
    <message>
        <source>In the next step, choose when each memory applies.</source>
        <translation>Im nächsten Schritt wählen Sie, wann welche gilt.</translation>
    </message>
    <message>
        <source>In the next step, edit the merged text. The originals are archived. You can undo this.</source>
        <translation>Im nächsten Schritt bearbeiten Sie den Text. Die Originale werden archiviert. Das lässt sich rückgängig machen.</translation>
    </message>
    <message>
        <source>In this computer&apos;s keyring, opened when you log in.</source>
        <translation>Im Schlüsselbund dieses Computers, der sich bei der Anmeldung öffnet.</translation>
    </message>
    <message>
        <source>In use</source>
        <translation>Aktiv</translation>
    </message>
    <message>
        <source>In use, not ready</source>
        <translation>Aktiv, nicht bereit</translation>
    </message>
    <message>
        <source>In your project folders</source>
        <translation>In den Ordnern Ihrer Projekte</translation>
    </message>
    <message>
        <source>In {place}</source>
        <translation>In {place}</translation>
    </message>
    <message>
        <source>In {place}, they can&apos;t {both} be true.</source>
        <translation>In {place} können sie nicht {both} stimmen.</translation>
    </message>
    <message>
        <source>In “Why?”: always include, mark as wrong</source>
        <translation>In „Warum?“: immer einbeziehen, als falsch markieren</translation>
    </message>
    <message>
        <source>Include sensitive and “never share” memories</source>
        <translation>Auch sensible Erinnerungen und die mit „Nie weitergeben“</translation>
    </message>
    <message>
        <source>Include the quote that proves it</source>
        <translation>Das Zitat mitgeben, das sie belegt</translation>
    </message>
    <message>
        <source>Included</source>
        <translation>Dabei</translation>
    </message>
    <message>
        <source>Includes subfolders. File types are detected automatically.</source>
        <translation>Einschließlich Unterordner. Dateiarten werden automatisch erkannt.</translation>
    </message>
    <message>
        <source>Indexed</source>
        <translation>Indiziert</translation>
    </message>
    <message>
        <source>Inferred</source>
        <translation>Gefolgert</translation>
    </message>
    <message>
        <source>Inferred fact</source>
        <translation>Gefolgerter Fakt</translation>
    </message>
    <message>
        <source>Inferred memories that haven&apos;t been confirmed or used for {days} days are archived once their confidence is below {worth}.</source>
        <translation>Gefolgerte Erinnerungen, die {days} Tage lang nicht bestätigt oder verwendet wurden, werden archiviert, sobald ihre Gewissheit unter {worth} liegt.</translation>
    </message>
    <message>
        <source>Insights</source>
        <translation>Einblicke</translation>
    </message>
    <message>
        <source>Insights → Does it help? shows what memories change.</source>
        <translation>Einblicke → Hilft es? zeigt, was Erinnerungen ändern.</translation>
    </message>
    <message>
        <source>Instruction</source>
        <translation>Anweisung</translation>
    </message>
    <message>
        <source>Instruction files</source>
        <translation>Anweisungsdateien</translation>
    </message>
    <message>
        <source>Instructions from the team</source>
        <translation>Anweisungen vom Team</translation>
    </message>
    <message>
        <source>Instructions of authors you trust can be used without review.</source>
        <translation>Anweisungen von Personen, denen Sie vertrauen, können ohne Prüfung gelten.</translation>
    </message>
    <message>
        <source>Integrations</source>
        <translation>Anbindungen</translation>
    </message>
    <message>
        <source>Interrupted</source>
        <translation>Unterbrochen</translation>
    </message>
    <message>
        <source>Invitation</source>
        <translation>Einladung</translation>
    </message>
    <message>
        <source>Invite</source>
        <translation>Einladen</translation>
    </message>
    <message>
        <source>Invite again…</source>
        <translation>Erneut einladen&#xa0;…</translation>
    </message>
    <message>
        <source>Invite to the team</source>
        <translation>Ins Team einladen</translation>
    </message>
    <message>
        <source>Invite…</source>
        <translation>Einladen&#xa0;…</translation>
    </message>
    <message>
        <source>It also sees the {name} memory in all projects.</source>
        <translation>Die {name} sieht sie außerdem in allen Projekten.</translation>
    </message>
    <message>
        <source>It answered “{what}” on line {line}.</source>
        <translation>In Zeile {line} antwortete sie: „{what}“.</translation>
    </message>
    <message>
        <source>It changed {what} on line {line}.</source>
        <translation>In Zeile {line} änderte sie {what}.</translation>
    </message>
    <message>
        <source>It contains a secret.</source>
        <translation>Sie enthält ein Geheimnis.</translation>
    </message>
    <message>
        <source>It didn&apos;t run {command} first.</source>
        <translation>Vorher führte sie {command} nicht aus.</translation>
    </message>
    <message>
        <source>It got no memories, so that sessions with and without can be compared.</source>
        <translation>Sie bekam keine Erinnerungen, um Sitzungen mit und ohne zu vergleichen.</translation>
    </message>
    <message>
        <source>It is marked “Never share”.</source>
        <translation>Sie ist als „Nie weitergeben“ markiert.</translation>
    </message>
    <message>
        <source>It is sensitive.</source>
        <translation>Sie ist sensibel.</translation>
    </message>
    <message>
        <source>It is there more than once.</source>
        <translation>Der Eintrag ist mehrfach vorhanden.</translation>
    </message>
    <message>
        <source>It is too long for the team.</source>
        <translation>Sie ist zu lang für das Team.</translation>
    </message>
    <message>
        <source>It keeps the memories it has, and gets no new ones. Your other devices get a new key.</source>
        <translation>Es behält die Erinnerungen, die es hat, und bekommt keine neuen. Ihre anderen Geräte bekommen einen neuen Schlüssel.</translation>
    </message>
    <message>
        <source>It names an e-mail address or telephone number.</source>
        <translation>Sie nennt eine E-Mail-Adresse oder Telefonnummer.</translation>
    </message>
    <message>
        <source>It ran {what} on line {line}.</source>
        <translation>In Zeile {line} führte sie {what} aus.</translation>
    </message>
    <message>
        <source>It said “{what}” on line {line}.</source>
        <translation>In Zeile {line} sagte sie: „{what}“.</translation>
    </message>
    <message>
        <source>It starts Arbor as an older version did, or with another data folder.</source>
        <translation>Der Eintrag startet Arbor wie eine ältere Version oder mit einem anderen Datenordner.</translation>
    </message>
    <message>
        <source>It starts a copy of Arbor that no longer exists ({program}).</source>
        <translation>Der Eintrag startet eine Kopie von Arbor, die es nicht mehr gibt ({program}).</translation>
    </message>
    <message>
        <source>It starts another copy of Arbor ({program}). Connect it again to use this one.</source>
        <translation>Der Eintrag startet eine andere Kopie von Arbor ({program}). Verbinden Sie es erneut, um diese zu verwenden.</translation>
    </message>
    <message>
        <source>It works once, within a week, and is not shown again. Send it privately.</source>
        <translation>Sie gilt einmal, eine Woche lang, und wird nicht wieder angezeigt. Senden Sie sie vertraulich.</translation>
    </message>
    <message>
        <source>It wrote {what} on line {line}.</source>
        <translation>In Zeile {line} schrieb sie {what}.</translation>
    </message>
    <message>
        <source>Its history and conversation are never shared.</source>
        <translation>Verlauf und Gespräch werden nie geteilt.</translation>
    </message>
    <message>
        <source>Its history is deleted too.</source>
        <translation>Auch ihr Änderungsverlauf wird gelöscht.</translation>
    </message>
    <message>
        <source>Its project is ignored.</source>
        <translation>Ihr Projekt wird ignoriert.</translation>
    </message>
    <message>
        <source>Its project is private.</source>
        <translation>Ihr Projekt ist privat.</translation>
    </message>
    <message>
        <source>JSON web token</source>
        <translation>JSON Web Token</translation>
    </message>
    <message>
        <source>Join</source>
        <translation>Beitreten</translation>
    </message>
    <message>
        <source>Join a team</source>
        <translation>Einem Team beitreten</translation>
    </message>
    <message>
        <source>Join a team first: Settings → Team</source>
        <translation>Treten Sie erst einem Team bei: Einstellungen → Team</translation>
    </message>
    <message>
        <source>Join your devices</source>
        <translation>Ihren Geräten beitreten</translation>
    </message>
    <message>
        <source>Joined the team</source>
        <translation>Dem Team beigetreten</translation>
    </message>
    <message>
        <source>Join…</source>
        <translation>Beitreten …</translation>
    </message>
    <message>
        <source>Judged unlikely:</source>
        <translation>Für unwahrscheinlich gehalten:</translation>
    </message>
    <message>
        <source>Keep</source>
        <translation>Behalten</translation>
    </message>
    <message>
        <source>Keep a Markdown file for each branch in this project</source>
        <translation>Für jeden Branch in diesem Projekt eine Markdown-Datei führen</translation>
    </message>
    <message>
        <source>Keep all</source>
        <translation>Alle behalten</translation>
    </message>
    <message>
        <source>Keep all, with conditions</source>
        <translation>Alle mit Bedingungen behalten</translation>
    </message>
    <message>
        <source>Keep all, with conditions…</source>
        <translation>Alle mit Bedingungen behalten&#xa0;…</translation>
    </message>
    <message>
        <source>Keep both</source>
        <translation>Beide behalten</translation>
    </message>
    <message>
        <source>Keep both, with conditions</source>
        <translation>Beide mit Bedingungen behalten</translation>
    </message>
    <message>
        <source>Keep both, with conditions (two memories only)</source>
        <translation>Beide mit Bedingungen behalten (nur bei zwei Erinnerungen)</translation>
    </message>
    <message>
        <source>Keep both, with conditions…</source>
        <translation>Beide mit Bedingungen behalten&#xa0;…</translation>
    </message>
    <message>
        <source>Keep current key</source>
        <translation>Bisherigen Schlüssel behalten</translation>
    </message>
    <message>
        <source>Keep damaged file and start fresh</source>
        <translation>Beschädigte Datei aufheben und neu beginnen</translation>
    </message>
    <message>
        <source>Keep editing</source>
        <translation>Weiter bearbeiten</translation>
    </message>
    <message>
        <source>Keep it away from this computer.</source>
        <translation>Bewahren Sie ihn nicht bei diesem Computer auf.</translation>
    </message>
    <message>
        <source>Keep memories</source>
        <translation>Erinnerungen behalten</translation>
    </message>
    <message>
        <source>Keep memory</source>
        <translation>Erinnerung behalten</translation>
    </message>
    <message>
        <source>Keep memory with highest confidence</source>
        <translation>Erinnerung mit der höchsten Gewissheit behalten</translation>
    </message>
    <message>
        <source>Keep newer</source>
        <translation>Neuere behalten</translation>
    </message>
    <message>
        <source>Keep newest</source>
        <translation>Neueste behalten</translation>
    </message>
    <message>
        <source>Keep older</source>
        <translation>Ältere behalten</translation>
    </message>
    <message>
        <source>Keep older / keep newer</source>
        <translation>Ältere behalten / neuere behalten</translation>
    </message>
    <message>
        <source>Keep oldest</source>
        <translation>Älteste behalten</translation>
    </message>
    <message>
        <source>Keep project</source>
        <translation>Projekt behalten</translation>
    </message>
    <message>
        <source>Keep running in the tray</source>
        <translation>Im Infobereich weiterlaufen</translation>
    </message>
    <message>
        <source>Keep session outcomes (files, tests, errors, decisions) this long. Set to 0 to keep all.</source>
        <translation>So lange bleiben Ergebnisse von Sitzungen erhalten (Dateien, Tests, Fehler, Entscheidungen); 0 behält alle.</translation>
    </message>
    <message>
        <source>Keep that file as private as your memories.</source>
        <translation>Bewahren Sie diese Datei so vertraulich auf wie Ihre Erinnerungen.</translation>
    </message>
    <message>
        <source>Keep the key in</source>
        <translation>Schlüssel aufbewahren in</translation>
    </message>
    <message>
        <source>Keep the memory that is far more certain, without asking. You can reopen the conflict.</source>
        <translation>Behält die weit sicherere Erinnerung, ohne zu fragen. Sie können den Konflikt wieder öffnen.</translation>
    </message>
    <message>
        <source>Keep the text of this many conversations, newest first. Set to 0 to keep all.</source>
        <translation>Behält den Text von so vielen Gesprächen, die neuesten zuerst; 0 behält alle.</translation>
    </message>
    <message>
        <source>Keep this key only until you quit Arbor</source>
        <translation>Diesen Schlüssel nur behalten, bis Sie Arbor beenden</translation>
    </message>
    <message>
        <source>Keep this many recent daily backups.</source>
        <translation>So viele tägliche Sicherungen bleiben.</translation>
    </message>
    <message>
        <source>Keep this memory</source>
        <translation>Diese Erinnerung behalten</translation>
    </message>
    <message>
        <source>Keep unchanged</source>
        <translation>Unverändert lassen</translation>
    </message>
    <message>
        <source>Keep versions of Claude Code&apos;s memory files, so that you can restore them.</source>
        <translation>Versionen der Erinnerungsdateien von Claude Code aufbewahren, damit Sie sie wiederherstellen können.</translation>
    </message>
    <message>
        <source>Keep versions of Codex&apos;s memory files, so that you can restore them.</source>
        <translation>Versionen der Erinnerungsdateien von Codex aufbewahren, damit Sie sie wiederherstellen können.</translation>
    </message>
    <message>
        <source>Keep versions of Gemini CLI&apos;s memory files, so that you can restore them.</source>
        <translation>Versionen der Erinnerungsdateien von Gemini CLI aufbewahren, damit Sie sie wiederherstellen können.</translation>
    </message>
    <message>
        <source>Keep working as usual. Arbor reads finished conversations and saves what&apos;s worth remembering.</source>
        <translation>Arbeiten Sie wie gewohnt. Arbor liest beendete Gespräche und speichert, was sich zu merken lohnt.</translation>
    </message>
    <message>
        <source>Keep working as usual. Conversations that Arbor reads appear here, with the result.</source>
        <translation>Arbeiten Sie wie gewohnt. Gespräche, die Arbor liest, erscheinen hier mit ihrem Ergebnis.</translation>
    </message>
    <message>
        <source>Keep working with your AI as usual.</source>
        <translation>Arbeiten Sie mit Ihrer KI wie gewohnt weiter.</translation>
    </message>
    <message>
        <source>Keep {file} up to date</source>
        <translation>{file} aktuell halten</translation>
    </message>
    <message>
        <source>Keep {name}</source>
        <translation>{name} behalten</translation>
    </message>
    <message>
        <source>Keeping the memory rejects the suggestion</source>
        <translation>Behalten lehnt den Vorschlag ab</translation>
    </message>
    <message>
        <source>Kept</source>
        <translation>Behalten</translation>
    </message>
    <message>
        <source>Kept all</source>
        <translation>Alle behalten</translation>
    </message>
    <message>
        <source>Kept alongside the other memory</source>
        <translation>Neben der anderen behalten</translation>
    </message>
    <message>
        <source>Kept both</source>
        <translation>Beide wurden behalten</translation>
    </message>
    <message>
        <source>Kept in the system keyring, never in a file.</source>
        <translation>Liegt im Schlüsselbund des Systems, nie in einer Datei.</translation>
    </message>
    <message>
        <source>Kept newer</source>
        <translation>Neuere wurde behalten</translation>
    </message>
    <message>
        <source>Kept older</source>
        <translation>Ältere wurde behalten</translation>
    </message>
    <message>
        <source>Kept one</source>
        <translation>Eine wurde behalten</translation>
    </message>
    <message>
        <source>Kept to {project}</source>
        <translation>Auf {project} beschränkt</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>Schlüssel</translation>
    </message>
    <message>
        <source>Key facts</source>
        <translation>Wichtigste Fakten</translation>
    </message>
    <message>
        <source>Key files and folders</source>
        <translation>Wichtige Dateien und Ordner</translation>
    </message>
    <message>
        <source>Key {hint}, from {variable}</source>
        <translation>Schlüssel {hint}, aus {variable}</translation>
    </message>
    <message>
        <source>Key {hint}, in the system keyring</source>
        <translation>Schlüssel {hint}, im Schlüsselbund des Systems</translation>
    </message>
    <message>
        <source>Key {hint}, kept until you quit Arbor</source>
        <translation>Schlüssel {hint}, behalten bis Sie Arbor beenden</translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>Tastenkürzel</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>Art</translation>
    </message>
    <message>
        <source>Known problems that did not come back</source>
        <translation>Bekannte Probleme, die nicht wiederkamen</translation>
    </message>
    <message>
        <source>Kubernetes secret</source>
        <translation>Kubernetes-Secret</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>Sprache</translation>
    </message>
    <message>
        <source>Largest of the projects shown</source>
        <translation>Größtes der angezeigten Projekte</translation>
    </message>
    <message>
        <source>Last changed</source>
        <translation>Zuletzt geändert</translation>
    </message>
    <message>
        <source>Last reached {day}.</source>
        <translation>Zuletzt erreicht am {day}.</translation>
    </message>
    <message>
        <source>Last run: {when} ({took})</source>
        <translation>Letzter Lauf: {when} ({took})</translation>
    </message>
    <message>
        <source>Last run: {when} · {result}</source>
        <translation>Letzter Lauf: {when} · {result}</translation>
    </message>
    <message>
        <source>Last seen</source>
        <translation>Zuletzt gesehen</translation>
    </message>
    <message>
        <source>Last seen {when}.</source>
        <translation>Zuletzt gesehen {when}.</translation>
    </message>
    <message>
        <source>Last shared: {what}</source>
        <translation>Zuletzt weitergegeben: {what}</translation>
    </message>
    <message>
        <source>Last sync</source>
        <translation>Letzte Synchronisierung</translation>
    </message>
    <message>
        <source>Last updated</source>
        <translation>Zuletzt aktualisiert</translation>
    </message>
    <message>
        <source>Last used</source>
        <translation>Zuletzt verwendet</translation>
    </message>
    <message>
        <source>Layout</source>
        <translation>Anordnung</translation>
    </message>
    <message>
        <source>Learned</source>
        <translation>Gelernt</translation>
    </message>
    <message>
        <source>Leave</source>
        <translation>Verlassen</translation>
    </message>
    <message>
        <source>Leave editor</source>
        <translation>Editor verlassen</translation>
    </message>
    <message>
        <source>Leave empty to let Arbor choose a small model.</source>
        <translation>Leer: Arbor verwendet ein kleines Modell.</translation>
    </message>
    <message>
        <source>Leave your devices</source>
        <translation>Ihre Geräte verlassen</translation>
    </message>
    <message>
        <source>Leave your devices?</source>
        <translation>Ihre Geräte verlassen?</translation>
    </message>
    <message>
        <source>Leave {team}?</source>
        <translation>{team} verlassen?</translation>
    </message>
    <message>
        <source>Leave…</source>
        <translation>Verlassen …</translation>
    </message>
    <message>
        <source>Left out</source>
        <translation>Ausgelassen</translation>
    </message>
    <message>
        <source>Left out: {reasons}</source>
        <translation>Weggelassen: {reasons}</translation>
    </message>
    <message>
        <source>Left unchanged.</source>
        <translation>Unverändert.</translation>
    </message>
    <message>
        <source>Less</source>
        <translation>Weniger</translation>
    </message>
    <message>
        <source>Less relevant memories are not shared with a prompt.</source>
        <translation>Weniger passende Erinnerungen werden mit einem Prompt nicht weitergegeben.</translation>
    </message>
    <message>
        <source>Lessons</source>
        <translation>Erkenntnisse</translation>
    </message>
    <message>
        <source>Lessons learned</source>
        <translation>Gewonnene Erkenntnisse</translation>
    </message>
    <message>
        <source>Lets the AI look up memories, and suggest new ones.</source>
        <translation>Die KI kann Erinnerungen nachschlagen und neue vorschlagen.</translation>
    </message>
    <message>
        <source>Level</source>
        <translation>Stufe</translation>
    </message>
    <message>
        <source>License</source>
        <translation>Lizenz</translation>
    </message>
    <message>
        <source>License key</source>
        <translation>Lizenzschlüssel</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>Hell</translation>
    </message>
    <message>
        <source>Light, dark, or the same as your system.</source>
        <translation>Hell, dunkel oder wie Ihr System.</translation>
    </message>
    <message>
        <source>Likely range</source>
        <translation>Wahrscheinlicher Bereich</translation>
    </message>
    <message>
        <source>Limit to {project}</source>
        <translation>Auf {project} beschränken</translation>
    </message>
    <message>
        <source>Limited to its project</source>
        <translation>Auf ihr Projekt beschränkt</translation>
    </message>
    <message>
        <source>Limits</source>
        <translation>Grenzen</translation>
    </message>
    <message>
        <source>Limits…</source>
        <translation>Grenzen …</translation>
    </message>
    <message>
        <source>Line {lines}</source>
        <translation>Zeile {lines}</translation>
    </message>
    <message>
        <source>Line {line}</source>
        <translation>Zeile {line}</translation>
    </message>
    <message>
        <source>Linear</source>
        <translation>Linear</translation>
    </message>
    <message>
        <source>Lines {lines}</source>
        <translation>Zeilen {lines}</translation>
    </message>
    <message>
        <source>Link</source>
        <translation>Verknüpfen</translation>
    </message>
    <message>
        <source>Link memory</source>
        <translation>Erinnerung verknüpfen</translation>
    </message>
    <message>
        <source>Link removed</source>
        <translation>Verknüpfung entfernt</translation>
    </message>
    <message>
        <source>Link type</source>
        <translation>Art der Verknüpfung</translation>
    </message>
    <message>
        <source>Linked</source>
        <translation>Verknüpft</translation>
    </message>
    <message>
        <source>Linked by you</source>
        <translation>Von Ihnen verknüpft</translation>
    </message>
    <message>
        <source>Linked memories</source>
        <translation>Verknüpfte Erinnerungen</translation>
    </message>
    <message>
        <source>Linked to another memory</source>
        <translation>Mit einer anderen Erinnerung verknüpft</translation>
    </message>
    <message>
        <source>Links</source>
        <translation>Verknüpfungen</translation>
    </message>
    <message>
        <source>Loading preview…</source>
        <translation>Vorschau wird geladen&#xa0;…</translation>
    </message>
    <message>
        <source>Loading projects…</source>
        <translation>Projekte werden geladen&#xa0;…</translation>
    </message>
    <message>
        <source>Loading…</source>
        <translation>Wird geladen …</translation>
    </message>
    <message>
        <source>Location</source>
        <translation>Ort</translation>
    </message>
    <message>
        <source>Long and older than a month: shown as its essential sentence</source>
        <translation>Lang und älter als ein Monat: als ihr wesentlicher Satz gezeigt</translation>
    </message>
    <message>
        <source>Long and older than a month: shown in a short form that the model made of its words</source>
        <translation>Lang und älter als ein Monat: in einer Kurzform gezeigt, die das Modell aus ihren Wörtern machte</translation>
    </message>
    <message>
        <source>Long conversations</source>
        <translation>Lange Gespräche</translation>
    </message>
    <message>
        <source>Look again</source>
        <translation>Erneut suchen</translation>
    </message>
    <message numerus="yes">
        <source>Looked through %n conversations {when}</source>
        <translation>
            <numerusform>%n Gespräch durchsucht, {when}</numerusform>
            <numerusform>%n Gespräche durchsucht, {when}</numerusform>
        </translation>
    </message>
    <message>
        <source>Looking for recent conversations…</source>
        <translation>Suche nach neueren Gespräche …</translation>
    </message>
    <message>
        <source>Looking…</source>
        <translation>Suche läuft …</translation>
    </message>
    <message>
        <source>Low</source>
        <translation>Niedrig</translation>
    </message>
    <message>
        <source>Low confidence</source>
        <translation>Niedrige Gewissheit</translation>
    </message>
    <message>
        <source>Lowest confidence</source>
        <translation>Niedrigste Gewissheit</translation>
    </message>
    <message>
        <source>MB</source>
        <translation>MB</translation>
    </message>
    <message>
        <source>MCP server “memory”</source>
        <translation>MCP-Server „memory“</translation>
    </message>
    <message>
        <source>Made global</source>
        <translation>Global gemacht</translation>
    </message>
    <message>
        <source>Made global by you</source>
        <translation>Von Ihnen global gemacht</translation>
    </message>
    <message>
        <source>Made global:</source>
        <translation>Global gemacht:</translation>
    </message>
    <message>
        <source>Made global: a pitfall of {technology}, whatever the project</source>
        <translation>Global gemacht: eine Falle von {technology}, in jedem Projekt</translation>
    </message>
    <message>
        <source>Made global: mentions no technology specific to the project</source>
        <translation>Global gemacht: nennt keine Technik des Projekts</translation>
    </message>
    <message>
        <source>Mail service key</source>
        <translation>Schlüssel eines Maildienstes</translation>
    </message>
    <message>
        <source>Maintenance</source>
        <translation>Wartung</translation>
    </message>
    <message>
        <source>Maintenance ({task}) was undone</source>
        <translation>Die Wartung ({task}) wurde rückgängig gemacht</translation>
    </message>
    <message>
        <source>Maintenance didn&apos;t finish</source>
        <translation>Wartung wurde nicht fertig</translation>
    </message>
    <message>
        <source>Maintenance is running in another Arbor process</source>
        <translation>Die Wartung läuft in einem anderen Arbor-Prozess</translation>
    </message>
    <message>
        <source>Maintenance keeps your memories up to date. Each run is listed here.</source>
        <translation>Die Wartung hält Ihre Erinnerungen aktuell. Jeder Lauf steht hier.</translation>
    </message>
    <message>
        <source>Maintenance log</source>
        <translation>Wartungsprotokoll</translation>
    </message>
    <message>
        <source>Maintenance runs</source>
        <translation>Wartungsläufe</translation>
    </message>
    <message>
        <source>Maintenance: stopping…</source>
        <translation>Wartung: hält an&#xa0;…</translation>
    </message>
    <message>
        <source>Maintenance: {n} of {total}</source>
        <translation>Wartung: {n} von {total}</translation>
    </message>
    <message>
        <source>Make global</source>
        <translation>Global machen</translation>
    </message>
    <message>
        <source>Make member</source>
        <translation>Zum Mitglied machen</translation>
    </message>
    <message>
        <source>Make owner</source>
        <translation>Zum Besitzer machen</translation>
    </message>
    <message>
        <source>Make reader</source>
        <translation>Zum Leser machen</translation>
    </message>
    <message>
        <source>Makes this memory outdated</source>
        <translation>Löst diese Erinnerung ab</translation>
    </message>
    <message>
        <source>Manage integrations</source>
        <translation>Anbindungen verwalten</translation>
    </message>
    <message>
        <source>Manual mode</source>
        <translation>Manueller Modus</translation>
    </message>
    <message>
        <source>Mark as not a conflict</source>
        <translation>Als „kein Konflikt“ markieren</translation>
    </message>
    <message>
        <source>Mark as outdated</source>
        <translation>Als veraltet markieren</translation>
    </message>
    <message>
        <source>Mark as private</source>
        <translation>Als privat markieren</translation>
    </message>
    <message>
        <source>Mark as reviewed</source>
        <translation>Als geprüft markieren</translation>
    </message>
    <message>
        <source>Mark as wrong</source>
        <translation>Als falsch markieren</translation>
    </message>
    <message>
        <source>Mark memory as wrong, or reject review item</source>
        <translation>Erinnerung als falsch markieren, oder eine zu prüfende ablehnen</translation>
    </message>
    <message>
        <source>Mark older as outdated</source>
        <translation>Ältere als veraltet markieren</translation>
    </message>
    <message>
        <source>Mark older memories as outdated</source>
        <translation>Ältere Erinnerungen als veraltet markieren</translation>
    </message>
    <message>
        <source>Markdown notes</source>
        <translation>Markdown-Notizen</translation>
    </message>
    <message>
        <source>Marked as not useful</source>
        <translation>Als nicht hilfreich markiert</translation>
    </message>
    <message>
        <source>Marked as outdated</source>
        <translation>Als veraltet markiert</translation>
    </message>
    <message>
        <source>Marked as outdated. Not shared until you review it.</source>
        <translation>Als veraltet markiert. Wird erst weitergegeben, wenn Sie sie geprüft haben.</translation>
    </message>
    <message>
        <source>Marked as reviewed</source>
        <translation>Als geprüft markiert</translation>
    </message>
    <message>
        <source>Marked as sensitive</source>
        <translation>Als sensibel markiert</translation>
    </message>
    <message>
        <source>Marked as wrong</source>
        <translation>Als falsch markiert</translation>
    </message>
    <message>
        <source>Marked as wrong and no longer shared</source>
        <translation>Als falsch markiert, wird nicht mehr weitergegeben</translation>
    </message>
    <message>
        <source>Marked older as outdated</source>
        <translation>Ältere als veraltet markiert</translation>
    </message>
    <message>
        <source>Marked outdated {when}</source>
        <translation>Als veraltet markiert {when}</translation>
    </message>
    <message>
        <source>Marked “Never share”</source>
        <translation>Als „Nie weitergeben“ markiert</translation>
    </message>
    <message>
        <source>Matches</source>
        <translation>Treffer</translation>
    </message>
    <message>
        <source>Matches your prompt</source>
        <translation>Passt zu Ihrem Prompt</translation>
    </message>
    <message>
        <source>Matches “{words}”</source>
        <translation>Passt zu „{words}“</translation>
    </message>
    <message>
        <source>Maximum share of one core for reading conversations on this computer.</source>
        <translation>Höchster Anteil eines Kerns für das Lesen von Gesprächen auf diesem Computer.</translation>
    </message>
    <message>
        <source>Maximum tokens shared when a session starts.</source>
        <translation>Höchstzahl an Token zu Beginn einer Sitzung.</translation>
    </message>
    <message>
        <source>Maximum tokens shared with a prompt.</source>
        <translation>Höchstzahl an Token mit einem Prompt.</translation>
    </message>
    <message>
        <source>May try to take control of your AI. Reject it unless you asked for it.</source>
        <translation>Will vielleicht Ihre KI steuern. Lehnen Sie es ab, wenn Sie es nicht wollten.</translation>
    </message>
    <message>
        <source>Medium</source>
        <translation>Mittel</translation>
    </message>
    <message>
        <source>Member</source>
        <translation>Mitglied</translation>
    </message>
    <message>
        <source>Members</source>
        <translation>Mitglieder</translation>
    </message>
    <message>
        <source>Memories</source>
        <translation>Erinnerungen</translation>
    </message>
    <message>
        <source>Memories by category</source>
        <translation>Erinnerungen nach Kategorie</translation>
    </message>
    <message>
        <source>Memories by source</source>
        <translation>Erinnerungen nach Quelle</translation>
    </message>
    <message>
        <source>Memories by type</source>
        <translation>Erinnerungen nach Art</translation>
    </message>
    <message>
        <source>Memories confirmed as outdated are kept but no longer shared</source>
        <translation>Als veraltet bestätigte Erinnerungen bleiben erhalten, werden aber nicht mehr weitergegeben</translation>
    </message>
    <message>
        <source>Memories deleted permanently can only be restored from a backup.</source>
        <translation>Endgültig gelöschte Erinnerungen lassen sich nur aus einer Sicherung wiederherstellen.</translation>
    </message>
    <message>
        <source>Memories found</source>
        <translation>Gefundene Erinnerungen</translation>
    </message>
    <message>
        <source>Memories from this branch and the whole project</source>
        <translation>Erinnerungen dieses Branchs und des ganzen Projekts</translation>
    </message>
    <message>
        <source>Memories helped in {part} of {whole} sessions that Arbor has read ({share}).</source>
        <translation>Erinnerungen halfen in {part} von {whole} Sitzungen, die Arbor gelesen hat ({share}).</translation>
    </message>
    <message>
        <source>Memories in review aren&apos;t shared until you accept them.</source>
        <translation>Zu prüfende Erinnerungen werden erst nach Ihrem Annehmen weitergegeben.</translation>
    </message>
    <message>
        <source>Memories in this category will be summarised here, with their sources.</source>
        <translation>Erinnerungen dieser Kategorie werden hier zusammengefasst, mit ihren Quellen.</translation>
    </message>
    <message>
        <source>Memories in use</source>
        <translation>Verwendete Erinnerungen</translation>
    </message>
    <message>
        <source>Memories included or left out, with reasons</source>
        <translation>Enthaltene und ausgelassene Erinnerungen mit Gründen</translation>
    </message>
    <message>
        <source>Memories linked</source>
        <translation>Erinnerungen verknüpft</translation>
    </message>
    <message>
        <source>Memories made by then that were deleted permanently. Nothing is kept of them.</source>
        <translation>Erinnerungen von damals, die endgültig gelöscht wurden. Nichts davon ist erhalten.</translation>
    </message>
    <message>
        <source>Memories never used, and not mentioned or confirmed for 90 days</source>
        <translation>Erinnerungen, die nie verwendet und 90 Tage nicht erwähnt oder bestätigt wurden</translation>
    </message>
    <message>
        <source>Memories of other tools</source>
        <translation>Erinnerungen anderer Werkzeuge</translation>
    </message>
    <message>
        <source>Memories over time</source>
        <translation>Erinnerungen im Lauf der Zeit</translation>
    </message>
    <message>
        <source>Memories shared with this session ({tools})</source>
        <translation>In dieser Sitzung weitergegebene Erinnerungen ({tools})</translation>
    </message>
    <message>
        <source>Memories shown below</source>
        <translation>Erinnerungen werden darunter angezeigt</translation>
    </message>
    <message>
        <source>Memories that apply to all projects</source>
        <translation>Erinnerungen, die in allen Projekten gelten</translation>
    </message>
    <message>
        <source>Memories that conflict with or update another memory, and instructions that aren&apos;t from you, still need review.</source>
        <translation>Erinnerungen, die einer anderen widersprechen oder sie aktualisieren, und Anweisungen, die nicht von Ihnen stammen, sind weiterhin zu prüfen.</translation>
    </message>
    <message>
        <source>Memories that were never used, and not mentioned or confirmed for over 90 days.</source>
        <translation>Erinnerungen, die nie verwendet und seit über 90 Tagen nicht erwähnt oder bestätigt wurden.</translation>
    </message>
    <message>
        <source>Memories to review</source>
        <translation>Zu prüfende Erinnerungen</translation>
    </message>
    <message>
        <source>Memories used</source>
        <translation>Verwendete Erinnerungen</translation>
    </message>
    <message numerus="yes">
        <source>Memories were shared with 1 session in the last %n days.</source>
        <translation>
            <numerusform>Erinnerungen wurden am letzten Tag an 1 Sitzung weitergegeben.</numerusform>
            <numerusform>Erinnerungen wurden in den letzten %n Tagen an 1 Sitzung weitergegeben.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Memories were shared with {count} sessions in the last %n days.</source>
        <translation>
            <numerusform>Erinnerungen wurden am letzten Tag an {count} Sitzungen weitergegeben.</numerusform>
            <numerusform>Erinnerungen wurden in den letzten %n Tagen an {count} Sitzungen weitergegeben.</numerusform>
        </translation>
    </message>
    <message>
        <source>Memories will appear in a few seconds.</source>
        <translation>Erinnerungen in wenigen Sekunden.</translation>
    </message>
    <message numerus="yes">
        <source>Memories will appear in about %n minutes.</source>
        <translation>
            <numerusform>Erinnerungen in etwa %n Min.</numerusform>
            <numerusform>Erinnerungen in etwa %n Min.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Memories will appear in about %n seconds.</source>
        <translation>
            <numerusform>Erinnerungen in etwa %n s.</numerusform>
            <numerusform>Erinnerungen in etwa %n s.</numerusform>
        </translation>
    </message>
    <message>
        <source>Memories with at least this confidence count as very certain, here and in Review.</source>
        <translation>Ab dieser Gewissheit gelten Erinnerungen als sehr sicher, hier und unter Prüfen.</translation>
    </message>
    <message>
        <source>Memories, conversations and backups on this computer.</source>
        <translation>Erinnerungen, Gespräche und Sicherungen auf diesem Computer.</translation>
    </message>
    <message>
        <source>Memories, conversations and backups on this computer. How should the key be kept?</source>
        <translation>Erinnerungen, Gespräche und Sicherungen auf diesem Computer. Wie soll der Schlüssel aufbewahrt werden?</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Erinnerung</translation>
    </message>
    <message>
        <source>Memory accepted</source>
        <translation>Erinnerung angenommen</translation>
    </message>
    <message>
        <source>Memory accepted. It replaces the older one.</source>
        <translation>Angenommen. Sie ersetzt die ältere Erinnerung</translation>
    </message>
    <message>
        <source>Memory accepted. It still conflicts with another memory: see Conflicts.</source>
        <translation>Erinnerung angenommen. Sie widerspricht noch einer anderen: siehe Konflikte</translation>
    </message>
    <message>
        <source>Memory accepted. The older one stays active until you resolve the conflict between them.</source>
        <translation>Erinnerung angenommen. Die ältere bleibt aktiv, bis Sie den Konflikt zwischen beiden lösen.</translation>
    </message>
    <message>
        <source>Memory added</source>
        <translation>Erinnerung hinzugefügt</translation>
    </message>
    <message>
        <source>Memory added without the secret it contained</source>
        <translation>Erinnerung hinzugefügt, ohne das Geheimnis darin</translation>
    </message>
    <message>
        <source>Memory added, but it conflicts with another memory</source>
        <translation>Erinnerung hinzugefügt, sie widerspricht aber einer anderen</translation>
    </message>
    <message>
        <source>Memory categories</source>
        <translation>Kategorien der Erinnerungen</translation>
    </message>
    <message>
        <source>Memory confirmed as outdated</source>
        <translation>Erinnerung als veraltet bestätigt</translation>
    </message>
    <message>
        <source>Memory corrected</source>
        <translation>Erinnerung korrigiert</translation>
    </message>
    <message>
        <source>Memory deleted</source>
        <translation>Erinnerung gelöscht</translation>
    </message>
    <message>
        <source>Memory deleted permanently</source>
        <translation>Erinnerung endgültig gelöscht</translation>
    </message>
    <message>
        <source>Memory file</source>
        <translation>Erinnerungsdatei</translation>
    </message>
    <message>
        <source>Memory file and its journal</source>
        <translation>Erinnerungsdatei und ihr Journal</translation>
    </message>
    <message>
        <source>Memory files of AI tools</source>
        <translation>Erinnerungsdateien von KI-Werkzeugen</translation>
    </message>
    <message>
        <source>Memory files: {tool}</source>
        <translation>Erinnerungsdateien: {tool}</translation>
    </message>
    <message>
        <source>Memory graph</source>
        <translation>Erinnerungsgraph</translation>
    </message>
    <message>
        <source>Memory kept</source>
        <translation>Erinnerung behalten</translation>
    </message>
    <message>
        <source>Memory merged with a similar one</source>
        <translation>Erinnerung mit einer ähnlichen zusammengeführt</translation>
    </message>
    <message>
        <source>Memory now</source>
        <translation>Arbeitsspeicher jetzt</translation>
    </message>
    <message>
        <source>Memory rejected</source>
        <translation>Erinnerung abgelehnt</translation>
    </message>
    <message>
        <source>Memory saved</source>
        <translation>Erinnerung gespeichert</translation>
    </message>
    <message>
        <source>Memory saved. It conflicts with another memory.</source>
        <translation>Erinnerung gespeichert. Konflikt mit einer anderen Erinnerung.</translation>
    </message>
    <message>
        <source>Memory text</source>
        <translation>Text der Erinnerung</translation>
    </message>
    <message>
        <source>Memory to delete</source>
        <translation>Die zu löschende Erinnerung</translation>
    </message>
    <message>
        <source>Memory with highest confidence kept</source>
        <translation>Die Erinnerung mit der höchsten Gewissheit wurde behalten</translation>
    </message>
    <message>
        <source>Mentioned again</source>
        <translation>Erneut erwähnt</translation>
    </message>
    <message>
        <source>Mentioned together</source>
        <translation>Zusammen erwähnt</translation>
    </message>
    <message>
        <source>Mentioned {when}</source>
        <translation>Erwähnt {when}</translation>
    </message>
    <message>
        <source>Menu: never share, change confidence, show in text</source>
        <translation>Menü: nie weitergeben, Gewissheit ändern, im Text zeigen</translation>
    </message>
    <message>
        <source>Merge</source>
        <translation>Zusammenführen</translation>
    </message>
    <message numerus="yes">
        <source>Merge %n memories</source>
        <translation>
            <numerusform>%n Erinnerung zusammenführen</numerusform>
            <numerusform>%n Erinnerungen zusammenführen</numerusform>
        </translation>
    </message>
    <message>
        <source>Merge &amp; edit</source>
        <translation>Zusammenführen</translation>
    </message>
    <message>
        <source>Merge &amp; edit…</source>
        <translation>Zusammenführen&#xa0;…</translation>
    </message>
    <message>
        <source>Merge into one memory</source>
        <translation>Zu einer Erinnerung zusammenführen</translation>
    </message>
    <message>
        <source>Merge selected memories</source>
        <translation>Ausgewählte Erinnerungen zusammenführen</translation>
    </message>
    <message>
        <source>Merge the day&apos;s duplicates and find conflicts. Enter a cron schedule or “off”.</source>
        <translation>Doppelte des Tages zusammenführen und Konflikte finden. Geben Sie einen Cron-Zeitplan oder „off“ ein.</translation>
    </message>
    <message>
        <source>Merge undone</source>
        <translation>Zusammenführung rückgängig gemacht</translation>
    </message>
    <message>
        <source>Merged</source>
        <translation>Zusammengeführt</translation>
    </message>
    <message>
        <source>Merged into a memory that says the same</source>
        <translation>Mit einer Erinnerung zusammengeführt, die dasselbe besagt</translation>
    </message>
    <message>
        <source>Merged into one memory</source>
        <translation>Zu einer Erinnerung zusammengeführt</translation>
    </message>
    <message>
        <source>Merged memory</source>
        <translation>Zusammengeführte Erinnerung</translation>
    </message>
    <message>
        <source>Merged memory text</source>
        <translation>Text der zusammengeführten Erinnerung</translation>
    </message>
    <message>
        <source>Merged text</source>
        <translation>Zusammengeführter Text</translation>
    </message>
    <message>
        <source>Merged with a similar memory.</source>
        <translation>Mit einer ähnlichen Erinnerung zusammengeführt.</translation>
    </message>
    <message>
        <source>Merge…</source>
        <translation>Zusammenführen&#xa0;…</translation>
    </message>
    <message>
        <source>Message</source>
        <translation>Nachricht</translation>
    </message>
    <message>
        <source>Message sent</source>
        <translation>Nachricht gesendet</translation>
    </message>
    <message>
        <source>Messages</source>
        <translation>Nachrichten</translation>
    </message>
    <message>
        <source>Method</source>
        <translation>Verfahren</translation>
    </message>
    <message>
        <source>Metric</source>
        <translation>Kennzahl</translation>
    </message>
    <message>
        <source>Middle</source>
        <translation>Mittlere</translation>
    </message>
    <message>
        <source>Mine</source>
        <translation>Meine</translation>
    </message>
    <message>
        <source>Minimum confidence</source>
        <translation>Mindestgewissheit</translation>
    </message>
    <message>
        <source>Minimum relevance</source>
        <translation>Mindestrelevanz</translation>
    </message>
    <message>
        <source>Missed tasks run as soon as Arbor is running again. Pinned and sensitive memories are never archived or deleted automatically.</source>
        <translation>Verpasste Aufgaben laufen, sobald Arbor wieder läuft. Angeheftete und sensible Erinnerungen werden nie automatisch archiviert oder gelöscht.</translation>
    </message>
    <message>
        <source>Missing something?</source>
        <translation>Fehlt etwas?</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>Model folder</source>
        <translation>Ordner des Modells</translation>
    </message>
    <message>
        <source>Model name on the server</source>
        <translation>Name des Modells auf dem Server</translation>
    </message>
    <message>
        <source>Model not allowed</source>
        <translation>Modell nicht erlaubt</translation>
    </message>
    <message>
        <source>Model: {name}</source>
        <translation>Modell: {name}</translation>
    </message>
    <message>
        <source>Models</source>
        <translation>Modelle</translation>
    </message>
    <message>
        <source>Monday</source>
        <translation>Montag</translation>
    </message>
    <message>
        <source>Monthly</source>
        <translation>Monatlich</translation>
    </message>
    <message>
        <source>Monthly budget</source>
        <translation>Monatsbudget</translation>
    </message>
    <message>
        <source>Monthly budget reached</source>
        <translation>Monatsbudget erreicht</translation>
    </message>
    <message>
        <source>Monthly maintenance</source>
        <translation>Monatliche Wartung</translation>
    </message>
    <message>
        <source>More</source>
        <translation>Mehr</translation>
    </message>
    <message>
        <source>More actions</source>
        <translation>Weitere Aktionen</translation>
    </message>
    <message>
        <source>More filters</source>
        <translation>Weitere Filter</translation>
    </message>
    <message>
        <source>More for {name}</source>
        <translation>Mehr zu {name}</translation>
    </message>
    <message>
        <source>More formats</source>
        <translation>Weitere Formate</translation>
    </message>
    <message>
        <source>More options for the graph</source>
        <translation>Weitere Optionen für den Graphen</translation>
    </message>
    <message>
        <source>More options for this conflict</source>
        <translation>Weitere Optionen für diesen Konflikt</translation>
    </message>
    <message>
        <source>More options for this project</source>
        <translation>Weitere Optionen für dieses Projekt</translation>
    </message>
    <message>
        <source>More options for {title}</source>
        <translation>Weitere Optionen für {title}</translation>
    </message>
    <message>
        <source>Most memories</source>
        <translation>Die meisten Erinnerungen</translation>
    </message>
    <message>
        <source>Most messages</source>
        <translation>Die meisten Nachrichten</translation>
    </message>
    <message>
        <source>Most new memories become active right away, as you chose. These still appear here: instructions that are not from you, some memories saved by AI tools, suggestions from AI tools, and memories marked outdated.</source>
        <translation>Die meisten neuen Erinnerungen sind sofort aktiv, wie von Ihnen gewählt. Weiter hier erscheinen: Anweisungen, die nicht von Ihnen stammen, manche von KI-Werkzeugen gespeicherte Erinnerungen, Vorschläge von KI-Werkzeugen und als veraltet markierte Erinnerungen.</translation>
    </message>
    <message>
        <source>Most shared</source>
        <translation>Am häufigsten weitergegeben</translation>
    </message>
    <message>
        <source>Most tokens</source>
        <translation>Die meisten Token</translation>
    </message>
    <message>
        <source>Move what it protects to a new wallet.</source>
        <translation>Übertragen Sie, was sie schützt, in eine neue Wallet.</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Name of a folder or project</source>
        <translation>Name eines Ordners oder Projekts</translation>
    </message>
    <message>
        <source>Name of this device</source>
        <translation>Name dieses Geräts</translation>
    </message>
    <message>
        <source>Navigate</source>
        <translation>Wählen</translation>
    </message>
    <message>
        <source>Needs repair</source>
        <translation>Reparatur nötig</translation>
    </message>
    <message>
        <source>Needs review</source>
        <translation>Zu prüfen</translation>
    </message>
    <message>
        <source>Needs review today</source>
        <translation>Heute zu prüfen</translation>
    </message>
    <message>
        <source>Needs review. Not shared until you accept it.</source>
        <translation>Zu prüfen. Wird erst nach dem Annehmen weitergegeben.</translation>
    </message>
    <message>
        <source>Needs update</source>
        <translation>Aktualisierung nötig</translation>
    </message>
    <message>
        <source>Needs you</source>
        <translation>Braucht Sie</translation>
    </message>
    <message>
        <source>Never</source>
        <translation>Nie</translation>
    </message>
    <message>
        <source>Never saved</source>
        <translation>Nie gespeichert</translation>
    </message>
    <message>
        <source>Never share</source>
        <translation>Nie weitergeben</translation>
    </message>
    <message>
        <source>Never shared with your AI.</source>
        <translation>Wird nie an Ihre KI weitergegeben.</translation>
    </message>
    <message>
        <source>Never shared, unless you share a single memory.</source>
        <translation>Nie geteilt, außer Sie teilen eine einzelne Erinnerung.</translation>
    </message>
    <message>
        <source>Never used, and its project is inactive. It is restored when work there continues</source>
        <translation>Nie verwendet, und ihr Projekt ruht. Sie wird wiederhergestellt, wenn die Arbeit dort weitergeht</translation>
    </message>
    <message>
        <source>New</source>
        <translation>Neu</translation>
    </message>
    <message>
        <source>New chat</source>
        <translation>Neuer Chat</translation>
    </message>
    <message>
        <source>New code…</source>
        <translation>Neuer Code&#xa0;…</translation>
    </message>
    <message>
        <source>New file</source>
        <translation>Neue Datei</translation>
    </message>
    <message>
        <source>New line</source>
        <translation>Neue Zeile</translation>
    </message>
    <message>
        <source>New memories</source>
        <translation>Neue Erinnerungen</translation>
    </message>
    <message>
        <source>New memories and changes appear here.</source>
        <translation>Neue Erinnerungen und Änderungen erscheinen hier.</translation>
    </message>
    <message>
        <source>New memories appear about 90 seconds after a conversation goes quiet.</source>
        <translation>Neue Erinnerungen erscheinen etwa 90 Sekunden, nachdem ein Gespräch ruht.</translation>
    </message>
    <message>
        <source>New memories per conversation</source>
        <translation>Neue Erinnerungen je Gespräch</translation>
    </message>
    <message>
        <source>New memories that need your review appear here, with their source. So do memories marked outdated and suggestions from AI tools.</source>
        <translation>Neue Erinnerungen, die Sie prüfen sollen, erscheinen hier mit ihrer Quelle, ebenso als veraltet markierte und Vorschläge von KI-Werkzeugen.</translation>
    </message>
    <message>
        <source>New memory</source>
        <translation>Neue Erinnerung</translation>
    </message>
    <message>
        <source>New memory: {words}</source>
        <translation>Neue Erinnerung: {words}</translation>
    </message>
    <message>
        <source>New memory…</source>
        <translation>Neue Erinnerung&#xa0;…</translation>
    </message>
    <message>
        <source>New passphrase</source>
        <translation>Neue Passphrase</translation>
    </message>
    <message>
        <source>New project</source>
        <translation>Neues Projekt</translation>
    </message>
    <message>
        <source>New project: {name}</source>
        <translation>Neues Projekt: {name}</translation>
    </message>
    <message>
        <source>New projects</source>
        <translation>Neue Projekte</translation>
    </message>
    <message>
        <source>New recovery code</source>
        <translation>Neuer Wiederherstellungscode</translation>
    </message>
    <message>
        <source>New text</source>
        <translation>Neuer Text</translation>
    </message>
    <message>
        <source>New words</source>
        <translation>Neue Wörter</translation>
    </message>
    <message>
        <source>Newer</source>
        <translation>Neuere</translation>
    </message>
    <message>
        <source>Newer memory kept</source>
        <translation>Die neuere Erinnerung wurde behalten</translation>
    </message>
    <message>
        <source>Newest</source>
        <translation>Neueste</translation>
    </message>
    <message>
        <source>Newest first</source>
        <translation>Neueste zuerst</translation>
    </message>
    <message>
        <source>News</source>
        <translation>Neuigkeiten</translation>
    </message>
    <message>
        <source>Next / previous</source>
        <translation>Nächster / voriger</translation>
    </message>
    <message>
        <source>Next and previous conflict</source>
        <translation>Nächster und voriger Konflikt</translation>
    </message>
    <message>
        <source>Next and previous line where a memory was used</source>
        <translation>Nächste und vorige Zeile, die eine Erinnerung verwendet hat</translation>
    </message>
    <message>
        <source>Next attempt: {time}.</source>
        <translation>Nächster Versuch: {time}.</translation>
    </message>
    <message>
        <source>Next conflict</source>
        <translation>Nächster Konflikt</translation>
    </message>
    <message>
        <source>Next group</source>
        <translation>Gruppe</translation>
    </message>
    <message>
        <source>Next maintenance</source>
        <translation>Nächste Wartung</translation>
    </message>
    <message>
        <source>Next match</source>
        <translation>Nächster Treffer</translation>
    </message>
    <message>
        <source>Next pane</source>
        <translation>Nächster Bereich</translation>
    </message>
    <message>
        <source>Next run: {when}</source>
        <translation>Nächster Lauf: {when}</translation>
    </message>
    <message>
        <source>Next session without</source>
        <translation>Nächste Sitzung ohne</translation>
    </message>
    <message>
        <source>Next source</source>
        <translation>Nächste Quelle</translation>
    </message>
    <message>
        <source>Next, Arbor closes its window, encrypts beside the old file, checks the result and wipes the old one. You can cancel until then.</source>
        <translation>Danach schließt Arbor sein Fenster, verschlüsselt neben der alten Datei, prüft das Ergebnis und überschreibt die alte. Bis dahin können Sie abbrechen.</translation>
    </message>
    <message>
        <source>Nightly</source>
        <translation>Nächtlich</translation>
    </message>
    <message>
        <source>Nightly maintenance</source>
        <translation>Nächtliche Wartung</translation>
    </message>
    <message>
        <source>No AI tools found</source>
        <translation>Keine KI-Werkzeuge gefunden</translation>
    </message>
    <message>
        <source>No API key</source>
        <translation>Kein API-Schlüssel</translation>
    </message>
    <message>
        <source>No active memories</source>
        <translation>Keine aktiven Erinnerungen</translation>
    </message>
    <message>
        <source>No activity yet</source>
        <translation>Noch keine Aktivität</translation>
    </message>
    <message>
        <source>No answer yet.</source>
        <translation>Noch keine Antwort.</translation>
    </message>
    <message>
        <source>No branch</source>
        <translation>Kein Branch</translation>
    </message>
    <message>
        <source>No branch memory yet</source>
        <translation>Noch keine Branch-Erinnerung</translation>
    </message>
    <message>
        <source>No branch memory yet. Arbor adds the text block as soon as there is branch memory.</source>
        <translation>Noch keine Branch-Erinnerung. Arbor fügt den Textblock hinzu, sobald es eine Branch-Erinnerung gibt.</translation>
    </message>
    <message>
        <source>No branch selected</source>
        <translation>Kein Branch ausgewählt</translation>
    </message>
    <message>
        <source>No branches found in this project</source>
        <translation>In diesem Projekt wurden keine Branches gefunden</translation>
    </message>
    <message>
        <source>No branches yet</source>
        <translation>Noch keine Branches</translation>
    </message>
    <message>
        <source>No changes needed</source>
        <translation>Keine Änderungen nötig</translation>
    </message>
    <message>
        <source>No clear difference</source>
        <translation>Kein klarer Unterschied</translation>
    </message>
    <message>
        <source>No clear difference.</source>
        <translation>Kein klarer Unterschied.</translation>
    </message>
    <message>
        <source>No clear difference: {names}.</source>
        <translation>Kein klarer Unterschied: {names}.</translation>
    </message>
    <message>
        <source>No code has the word “{word}”.</source>
        <translation>Kein Code enthält das Wort „{word}“.</translation>
    </message>
    <message>
        <source>No conflicts</source>
        <translation>Keine Konflikte</translation>
    </message>
    <message>
        <source>No conversation</source>
        <translation>Kein Gespräch</translation>
    </message>
    <message>
        <source>No conversation available</source>
        <translation>Kein Gespräch vorhanden</translation>
    </message>
    <message>
        <source>No conversation files</source>
        <translation>Keine Gesprächsdateien</translation>
    </message>
    <message>
        <source>No conversation is available for this memory.</source>
        <translation>Für diese Erinnerung ist kein Gespräch verfügbar.</translation>
    </message>
    <message>
        <source>No conversation selected</source>
        <translation>Kein Gespräch ausgewählt</translation>
    </message>
    <message>
        <source>No conversations found</source>
        <translation>Keine Gespräche gefunden</translation>
    </message>
    <message>
        <source>No conversations in the last {n} days</source>
        <translation>Keine Gespräche in den letzten {n} Tagen</translation>
    </message>
    <message>
        <source>No conversations in this project yet</source>
        <translation>Noch keine Gespräche in diesem Projekt</translation>
    </message>
    <message>
        <source>No conversations on this branch</source>
        <translation>Keine Gespräche auf diesem Branch</translation>
    </message>
    <message>
        <source>No conversations or memories found in these files</source>
        <translation>In diesen Dateien wurden keine Gespräche oder Erinnerungen gefunden</translation>
    </message>
    <message>
        <source>No conversations or memories found in {name}</source>
        <translation>In {name} wurden keine Gespräche oder Erinnerungen gefunden</translation>
    </message>
    <message>
        <source>No conversations to read.</source>
        <translation>Keine Gespräche zu lesen.</translation>
    </message>
    <message>
        <source>No conversations yet</source>
        <translation>Noch keine Gespräche</translation>
    </message>
    <message>
        <source>No credit left</source>
        <translation>Kein Guthaben mehr</translation>
    </message>
    <message>
        <source>No data for {project} yet</source>
        <translation>Noch keine Daten aus {project}</translation>
    </message>
    <message>
        <source>No data yet</source>
        <translation>Noch keine Daten</translation>
    </message>
    <message>
        <source>No entries yet</source>
        <translation>Noch keine Einträge</translation>
    </message>
    <message>
        <source>No events yet</source>
        <translation>Noch keine Ereignisse</translation>
    </message>
    <message>
        <source>No files will change for now.</source>
        <translation>Vorerst ändert sich keine Datei.</translation>
    </message>
    <message>
        <source>No files will change.</source>
        <translation>Keine Datei ändert sich.</translation>
    </message>
    <message>
        <source>No known tools or languages found in this folder.</source>
        <translation>In diesem Ordner wurden keine bekannten Werkzeuge oder Sprachen gefunden.</translation>
    </message>
    <message>
        <source>No linked memories match the selected types.</source>
        <translation>Keine verknüpften Erinnerungen passen zu den gewählten Arten.</translation>
    </message>
    <message>
        <source>No links yet</source>
        <translation>Noch keine Verknüpfungen</translation>
    </message>
    <message>
        <source>No longer damaged</source>
        <translation>Nicht mehr beschädigt</translation>
    </message>
    <message>
        <source>No matches</source>
        <translation>Keine Treffer</translation>
    </message>
    <message>
        <source>No matches for “{words}”</source>
        <translation>Kein Treffer für „{words}“</translation>
    </message>
    <message>
        <source>No matches on this day</source>
        <translation>Keine Treffer an diesem Tag</translation>
    </message>
    <message>
        <source>No matching entries.</source>
        <translation>Keine passenden Einträge.</translation>
    </message>
    <message>
        <source>No matching events</source>
        <translation>Keine passenden Ereignisse</translation>
    </message>
    <message>
        <source>No matching links</source>
        <translation>Keine passenden Verknüpfungen</translation>
    </message>
    <message>
        <source>No memories</source>
        <translation>Keine Erinnerungen</translation>
    </message>
    <message>
        <source>No memories apply here yet. Keep working as usual, or add a memory.</source>
        <translation>Hier gilt noch keine Erinnerung. Arbeiten Sie wie gewohnt oder fügen Sie eine hinzu.</translation>
    </message>
    <message>
        <source>No memories apply here. Choose a project to see what your AI sees there.</source>
        <translation>Hier gelten keine Erinnerungen. Wählen Sie ein Projekt, um zu sehen, was Ihre KI dort sieht.</translation>
    </message>
    <message>
        <source>No memories for this project yet</source>
        <translation>Noch keine Erinnerungen dieses Projekts</translation>
    </message>
    <message>
        <source>No memories in the last session, to compare: {what}</source>
        <translation>Zum Vergleich keine Erinnerungen in der letzten Sitzung: {what}</translation>
    </message>
    <message>
        <source>No memories in this time range</source>
        <translation>Keine Erinnerungen in diesem Zeitraum</translation>
    </message>
    <message>
        <source>No memories match these filters</source>
        <translation>Keine Erinnerungen passen zu diesen Filtern</translation>
    </message>
    <message>
        <source>No memories on this day</source>
        <translation>Keine Erinnerungen an diesem Tag</translation>
    </message>
    <message>
        <source>No memories reached this session</source>
        <translation>In dieser Sitzung kamen keine Erinnerungen an</translation>
    </message>
    <message>
        <source>No memories saved from here on</source>
        <translation>Ab hier werden keine Erinnerungen gespeichert</translation>
    </message>
    <message>
        <source>No memories saved: {reason}</source>
        <translation>Keine Erinnerungen gespeichert: {reason}</translation>
    </message>
    <message numerus="yes">
        <source>No memories shared in the last %n days.</source>
        <translation>
            <numerusform>Am letzten Tag keine Erinnerungen weitergegeben.</numerusform>
            <numerusform>In den letzten %n Tagen keine Erinnerungen weitergegeben.</numerusform>
        </translation>
    </message>
    <message>
        <source>No memories shared with this project yet.</source>
        <translation>Noch keine Erinnerungen an dieses Projekt weitergegeben.</translation>
    </message>
    <message>
        <source>No memories shared yet.</source>
        <translation>Noch keine Erinnerungen weitergegeben.</translation>
    </message>
    <message>
        <source>No memories specific to this branch</source>
        <translation>Keine Erinnerungen speziell zu diesem Branch</translation>
    </message>
    <message>
        <source>No memories used</source>
        <translation>Keine Erinnerungen verwendet</translation>
    </message>
    <message>
        <source>No memories yet</source>
        <translation>Noch keine Erinnerungen</translation>
    </message>
    <message>
        <source>No memories, to compare sessions with and without</source>
        <translation>Keine Erinnerungen, um Sitzungen mit und ohne zu vergleichen</translation>
    </message>
    <message>
        <source>No memory answers this question</source>
        <translation>Keine Erinnerung beantwortet diese Frage</translation>
    </message>
    <message>
        <source>No memory applied when it was asked.</source>
        <translation>Keine Erinnerung passte, als gefragt wurde.</translation>
    </message>
    <message>
        <source>No memory files yet</source>
        <translation>Noch keine Erinnerungsdateien</translation>
    </message>
    <message>
        <source>No memory is very certain</source>
        <translation>Keine Erinnerung ist sehr sicher</translation>
    </message>
    <message>
        <source>No memory selected</source>
        <translation>Keine Erinnerung ausgewählt</translation>
    </message>
    <message>
        <source>No model</source>
        <translation>Kein Modell</translation>
    </message>
    <message>
        <source>No model selected</source>
        <translation>Kein Modell ausgewählt</translation>
    </message>
    <message>
        <source>No model used</source>
        <translation>Kein Modell benutzt</translation>
    </message>
    <message>
        <source>No monthly budget is set.</source>
        <translation>Es ist kein Monatsbudget festgelegt.</translation>
    </message>
    <message>
        <source>No other memory matches.</source>
        <translation>Keine andere Erinnerung passt.</translation>
    </message>
    <message>
        <source>No other open conflicts</source>
        <translation>Keine weiteren offenen Konflikte</translation>
    </message>
    <message>
        <source>No outcome</source>
        <translation>Kein Ergebnis</translation>
    </message>
    <message>
        <source>No problems found</source>
        <translation>Keine Probleme gefunden</translation>
    </message>
    <message>
        <source>No program on this computer can open this item</source>
        <translation>Kein Programm auf diesem Computer öffnet es</translation>
    </message>
    <message>
        <source>No project</source>
        <translation>Kein Projekt</translation>
    </message>
    <message>
        <source>No project has memories yet</source>
        <translation>Noch kein Projekt hat Erinnerungen</translation>
    </message>
    <message>
        <source>No project: only global memories are shared</source>
        <translation>Kein Projekt: nur globale Erinnerungen werden weitergegeben</translation>
    </message>
    <message>
        <source>No projects yet</source>
        <translation>Noch keine Projekte</translation>
    </message>
    <message>
        <source>No reason given.</source>
        <translation>Kein Grund angegeben.</translation>
    </message>
    <message>
        <source>No related memories.</source>
        <translation>Keine verwandten Erinnerungen.</translation>
    </message>
    <message>
        <source>No room</source>
        <translation>Kein Platz</translation>
    </message>
    <message numerus="yes">
        <source>No room left: needs %n tokens</source>
        <translation>
            <numerusform>Kein Platz mehr: braucht %n Token</numerusform>
            <numerusform>Kein Platz mehr: braucht %n Token</numerusform>
        </translation>
    </message>
    <message>
        <source>No rule has found a memory yet</source>
        <translation>Noch keine Regel hat eine Erinnerung gefunden</translation>
    </message>
    <message>
        <source>No secrets found</source>
        <translation>Keine Geheimnisse gefunden</translation>
    </message>
    <message>
        <source>No secrets or e-mail addresses found</source>
        <translation>Keine Geheimnisse oder E-Mail-Adressen gefunden</translation>
    </message>
    <message>
        <source>No secrets were removed yet.</source>
        <translation>Noch keine Geheimnisse entfernt.</translation>
    </message>
    <message>
        <source>No settings found for “{query}”</source>
        <translation>Keine Einstellung für „{query}“</translation>
    </message>
    <message>
        <source>No similar active memory.</source>
        <translation>Keine ähnliche aktive Erinnerung.</translation>
    </message>
    <message>
        <source>No similar tasks found</source>
        <translation>Keine ähnlichen Aufgaben gefunden</translation>
    </message>
    <message>
        <source>No similar tasks. These conversations contain words from your description:</source>
        <translation>Keine ähnlichen Aufgaben. Diese Gespräche enthalten Wörter aus Ihrer Beschreibung:</translation>
    </message>
    <message>
        <source>No sources turned on</source>
        <translation>Keine Quelle eingeschaltet</translation>
    </message>
    <message>
        <source>No spending this month.</source>
        <translation>Keine Ausgaben diesen Monat.</translation>
    </message>
    <message>
        <source>No statistics yet</source>
        <translation>Noch keine Statistik</translation>
    </message>
    <message>
        <source>No summary yet</source>
        <translation>Noch keine Zusammenfassung</translation>
    </message>
    <message>
        <source>No supported AI tools were found on this computer.</source>
        <translation>Auf diesem Computer wurde kein unterstütztes KI-Werkzeug gefunden.</translation>
    </message>
    <message>
        <source>No usable keyring found on this computer.</source>
        <translation>Kein nutzbarer Schlüsselbund auf diesem Computer.</translation>
    </message>
    <message>
        <source>No versions yet</source>
        <translation>Noch keine Versionen</translation>
    </message>
    <message>
        <source>No {tool} session has contacted Arbor yet.</source>
        <translation>Noch keine Sitzung von {tool} hat Arbor aufgerufen.</translation>
    </message>
    <message>
        <source>None</source>
        <translation>Keine</translation>
    </message>
    <message>
        <source>None accepted. {why}</source>
        <translation>Keine angenommen. {why}</translation>
    </message>
    <message>
        <source>None connected</source>
        <translation>Keine verbunden</translation>
    </message>
    <message>
        <source>None is certain enough</source>
        <translation>Keine ist sicher genug</translation>
    </message>
    <message>
        <source>None of these memories</source>
        <translation>Keine dieser Erinnerungen</translation>
    </message>
    <message>
        <source>None of these memories is written to files. The list shows why.</source>
        <translation>Keine dieser Erinnerungen wird in Dateien geschrieben. Die Liste zeigt, warum.</translation>
    </message>
    <message>
        <source>Normal</source>
        <translation>Normal</translation>
    </message>
    <message>
        <source>Not a conflict</source>
        <translation>Kein Konflikt</translation>
    </message>
    <message>
        <source>Not a duplicate</source>
        <translation>Kein Duplikat</translation>
    </message>
    <message>
        <source>Not active today</source>
        <translation>Heute nicht aktiv</translation>
    </message>
    <message>
        <source>Not based on your memories</source>
        <translation>Nicht auf Ihren Erinnerungen beruhend</translation>
    </message>
    <message>
        <source>Not checked yet</source>
        <translation>Noch nicht geprüft</translation>
    </message>
    <message>
        <source>Not comparable, as their instruction files have memories: {names}</source>
        <translation>Nicht vergleichbar, weil ihre Anweisungsdateien Erinnerungen enthalten: {names}</translation>
    </message>
    <message>
        <source>Not connected</source>
        <translation>Nicht verbunden</translation>
    </message>
    <message>
        <source>Not delivered</source>
        <translation>Nicht angekommen</translation>
    </message>
    <message>
        <source>Not delivered: not found in the session&apos;s transcript.</source>
        <translation>Nicht angekommen: im Verlauf der Sitzung nicht gefunden.</translation>
    </message>
    <message>
        <source>Not encrypted. Others could read your key and everything you send. Use https.</source>
        <translation>Nicht verschlüsselt. Andere könnten Ihren Schlüssel und alles Gesendete mitlesen. Verwenden Sie https.</translation>
    </message>
    <message>
        <source>Not for files</source>
        <translation>Nicht für Dateien</translation>
    </message>
    <message>
        <source>Not found</source>
        <translation>Nicht gefunden</translation>
    </message>
    <message>
        <source>Not found in your projects</source>
        <translation>In Ihren Projekten nicht gefunden</translation>
    </message>
    <message>
        <source>Not found on this computer</source>
        <translation>Auf diesem Computer nicht gefunden</translation>
    </message>
    <message>
        <source>Not in use yet</source>
        <translation>Noch nicht aktiv</translation>
    </message>
    <message>
        <source>Not known whether it saw memories</source>
        <translation>Nicht bekannt, ob sie Erinnerungen sah</translation>
    </message>
    <message>
        <source>Not needed</source>
        <translation>Nicht nötig</translation>
    </message>
    <message>
        <source>Not needed here</source>
        <translation>Hier nicht nötig</translation>
    </message>
    <message>
        <source>Not on this computer</source>
        <translation>Nicht auf diesem Computer</translation>
    </message>
    <message>
        <source>Not on this computer.</source>
        <translation>Nicht auf diesem Computer.</translation>
    </message>
    <message>
        <source>Not possible here: neither Wayland nor macOS says what fills the screen, and X11 only with the program xprop.</source>
        <translation>Hier nicht möglich: Wayland und macOS sagen nicht, was den Bildschirm füllt, X11 nur mit dem Programm xprop.</translation>
    </message>
    <message>
        <source>Not read yet</source>
        <translation>Ungelesen</translation>
    </message>
    <message>
        <source>Not resolved</source>
        <translation>Nicht gelöst</translation>
    </message>
    <message>
        <source>Not responding</source>
        <translation>Antwortet nicht</translation>
    </message>
    <message>
        <source>Not reviewed yet</source>
        <translation>Noch nicht geprüft</translation>
    </message>
    <message>
        <source>Not run yet</source>
        <translation>Noch nicht gelaufen</translation>
    </message>
    <message>
        <source>Not saved yet. The values add up to {sum}, but must add up to 1.</source>
        <translation>Noch nicht gespeichert: sie ergeben {sum}, nicht 1.</translation>
    </message>
    <message>
        <source>Not scanned yet</source>
        <translation>Noch nicht untersucht</translation>
    </message>
    <message>
        <source>Not scanned yet.</source>
        <translation>Noch nicht untersucht.</translation>
    </message>
    <message>
        <source>Not seen yet</source>
        <translation>Noch nicht gesehen</translation>
    </message>
    <message>
        <source>Not used</source>
        <translation>Nicht verwendet</translation>
    </message>
    <message>
        <source>Not used by then</source>
        <translation>Bis dahin nicht genutzt</translation>
    </message>
    <message>
        <source>Not used in a session after all</source>
        <translation>In einer Sitzung doch nicht verwendet</translation>
    </message>
    <message>
        <source>Not used yet · added {when}</source>
        <translation>Noch nicht verwendet · hinzugefügt {when}</translation>
    </message>
    <message>
        <source>Not used yet · mentioned {when}</source>
        <translation>Noch nicht verwendet · erwähnt {when}</translation>
    </message>
    <message>
        <source>Not used yet.</source>
        <translation>Noch nicht verwendet.</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>Notiz</translation>
    </message>
    <message>
        <source>Nothing</source>
        <translation>Nichts</translation>
    </message>
    <message>
        <source>Nothing added yet. One undo removes the whole import.</source>
        <translation>Noch nichts hinzugefügt. Einmal Rückgängig entfernt den ganzen Import.</translation>
    </message>
    <message>
        <source>Nothing changes until you accept. You can undo the change afterwards.</source>
        <translation>Nichts ändert sich, bis Sie annehmen. Die Änderung lässt sich danach rückgängig machen.</translation>
    </message>
    <message>
        <source>Nothing changes until you restore. You can undo it.</source>
        <translation>Bis Sie etwas wiederherstellen, ändert sich nichts. Das lässt sich rückgängig machen.</translation>
    </message>
    <message>
        <source>Nothing imported yet</source>
        <translation>Noch nichts importiert</translation>
    </message>
    <message>
        <source>Nothing in the past 52 weeks</source>
        <translation>Nichts in den letzten 52 Wochen</translation>
    </message>
    <message>
        <source>Nothing in this file is new.</source>
        <translation>Nichts in dieser Datei ist neu.</translation>
    </message>
    <message>
        <source>Nothing is known of this project yet.</source>
        <translation>Über dieses Projekt ist noch nichts bekannt.</translation>
    </message>
    <message>
        <source>Nothing is lost, and the other pages still work.</source>
        <translation>Die anderen Seiten funktionieren weiter, und nichts ist verloren.</translation>
    </message>
    <message>
        <source>Nothing is read from it or shared with it.</source>
        <translation>Daraus wird nichts gelesen und nichts damit geteilt.</translation>
    </message>
    <message>
        <source>Nothing is read until you resume.</source>
        <translation>Nichts wird gelesen, bis Sie fortsetzen.</translation>
    </message>
    <message>
        <source>Nothing new</source>
        <translation>Nichts Neues</translation>
    </message>
    <message>
        <source>Nothing new to accept</source>
        <translation>Nichts Neues anzunehmen</translation>
    </message>
    <message>
        <source>Nothing saved yet</source>
        <translation>Noch nichts gespeichert</translation>
    </message>
    <message>
        <source>Nothing to export</source>
        <translation>Nichts zu exportieren</translation>
    </message>
    <message>
        <source>Nothing to import</source>
        <translation>Nichts zu importieren</translation>
    </message>
    <message>
        <source>Nothing to read</source>
        <translation>Nichts zu lesen</translation>
    </message>
    <message>
        <source>Nothing to read in this conversation</source>
        <translation>In diesem Gespräch gibt es nichts zu lesen</translation>
    </message>
    <message>
        <source>Nothing to remember yet</source>
        <translation>Noch nichts zu merken</translation>
    </message>
    <message>
        <source>Nothing to restore: another memory says the same</source>
        <translation>Nichts wiederherzustellen: Eine andere Erinnerung sagt dasselbe</translation>
    </message>
    <message>
        <source>Nothing to review</source>
        <translation>Nichts zu prüfen</translation>
    </message>
    <message>
        <source>Nothing to share here</source>
        <translation>Hier gibt es nichts weiterzugeben</translation>
    </message>
    <message>
        <source>Nothing to share yet</source>
        <translation>Noch nichts weiterzugeben</translation>
    </message>
    <message>
        <source>Nothing to undo on this page</source>
        <translation>Auf dieser Seite nichts rückgängig zu machen</translation>
    </message>
    <message>
        <source>Nothing to undo.</source>
        <translation>Nichts rückgängig zu machen.</translation>
    </message>
    <message>
        <source>Nothing was changed or run.</source>
        <translation>Nichts wurde geändert oder ausgeführt.</translation>
    </message>
    <message>
        <source>Nothing was learned or changed that week.</source>
        <translation>In dieser Woche wurde nichts gelernt oder geändert.</translation>
    </message>
    <message>
        <source>Nothing was lost or changed. Try again.</source>
        <translation>Nichts ging verloren oder wurde geändert. Versuchen Sie es erneut.</translation>
    </message>
    <message>
        <source>Nothing yet</source>
        <translation>Noch nichts</translation>
    </message>
    <message>
        <source>Noticed by your AI</source>
        <translation>Von Ihrer KI bemerkt</translation>
    </message>
    <message>
        <source>Notifications</source>
        <translation>Benachrichtigungen</translation>
    </message>
    <message>
        <source>Notify me about new memories.</source>
        <translation>Meldet neue Erinnerungen.</translation>
    </message>
    <message>
        <source>Notify me if a conversation can&apos;t be read or maintenance fails.</source>
        <translation>Meldet, wenn ein Gespräch nicht gelesen werden kann oder die Wartung fehlschlägt.</translation>
    </message>
    <message>
        <source>Notify me if an integration stops working.</source>
        <translation>Meldet, wenn eine Anbindung nicht mehr funktioniert.</translation>
    </message>
    <message>
        <source>Notify me on Mondays about what was learned and changed last week.</source>
        <translation>Montags benachrichtigen, was in der letzten Woche gelernt und geändert wurde.</translation>
    </message>
    <message>
        <source>Notify me when new memories conflict with older memories.</source>
        <translation>Meldet, wenn neue Erinnerungen älteren widersprechen.</translation>
    </message>
    <message>
        <source>Now global</source>
        <translation>Jetzt global</translation>
    </message>
    <message>
        <source>Now global: {texts}</source>
        <translation>Jetzt global: {texts}</translation>
    </message>
    <message>
        <source>Now reading on this computer</source>
        <translation>Jetzt liest dieser Computer</translation>
    </message>
    <message>
        <source>Now reading with Anthropic</source>
        <translation>Jetzt liest Anthropic</translation>
    </message>
    <message>
        <source>Now reading with Claude CLI</source>
        <translation>Jetzt liest Claude CLI</translation>
    </message>
    <message>
        <source>Now reading with your server</source>
        <translation>Jetzt liest Ihr Server</translation>
    </message>
    <message>
        <source>Now shared as usual</source>
        <translation>Wird jetzt wie üblich weitergegeben</translation>
    </message>
    <message>
        <source>Obsidian notes</source>
        <translation>Obsidian-Notizen</translation>
    </message>
    <message>
        <source>Obsidian, basic-memory</source>
        <translation>Obsidian, basic-memory</translation>
    </message>
    <message>
        <source>Off</source>
        <translation>Aus</translation>
    </message>
    <message>
        <source>Older</source>
        <translation>Ältere</translation>
    </message>
    <message>
        <source>Older memory kept</source>
        <translation>Die ältere Erinnerung wurde behalten</translation>
    </message>
    <message>
        <source>Older memory marked as outdated</source>
        <translation>Die ältere Erinnerung wurde als veraltet markiert</translation>
    </message>
    <message>
        <source>Older messages are not sent to the model</source>
        <translation>Ältere Nachrichten werden nicht an das Modell gesendet</translation>
    </message>
    <message>
        <source>Older version of this memory</source>
        <translation>Ältere Fassung dieser Erinnerung</translation>
    </message>
    <message>
        <source>Oldest</source>
        <translation>Älteste</translation>
    </message>
    <message>
        <source>Oldest first</source>
        <translation>Älteste zuerst</translation>
    </message>
    <message>
        <source>On battery, {percent}. Reading starts when you plug in.</source>
        <translation>Akku, {percent}. Das Lesen beginnt am Netzteil.</translation>
    </message>
    <message>
        <source>On other branches and in other projects, it sees {none}.</source>
        <translation>Auf anderen Branches und in anderen Projekten sieht sie {none}.</translation>
    </message>
    <message>
        <source>On the other device: Settings → Devices → Join. Type these words there.</source>
        <translation>Auf dem anderen Gerät: Einstellungen → Geräte → Beitreten. Geben Sie dort diese Wörter ein.</translation>
    </message>
    <message>
        <source>On this computer</source>
        <translation>Auf diesem Computer</translation>
    </message>
    <message>
        <source>On this computer, with Anthropic, with a compatible server, or with the claude command.</source>
        <translation>Auf diesem Computer, mit Modellen von Anthropic oder einem kompatiblen Server, oder mit dem Befehl claude.</translation>
    </message>
    <message>
        <source>On, but not up to date.</source>
        <translation>Eingeschaltet, aber nicht aktuell.</translation>
    </message>
    <message>
        <source>Once Claude Code, Codex or another tool is installed, connect it in Settings → Sharing.</source>
        <translation>Sobald Claude Code, Codex oder ein anderes Werkzeug installiert ist, verbinden Sie es unter Einstellungen → Teilen.</translation>
    </message>
    <message>
        <source>Once there are memories, you can see those of earlier days here.</source>
        <translation>Sobald es Erinnerungen gibt, sehen Sie hier die früherer Tage.</translation>
    </message>
    <message>
        <source>Once you&apos;ve worked with an AI tool in this folder, your conversations appear here with their outcomes.</source>
        <translation>Sobald Sie in diesem Ordner mit einem KI-Werkzeug gearbeitet haben, erscheinen Ihre Gespräche hier mit ihrem Ergebnis.</translation>
    </message>
    <message>
        <source>One JSON file, without loss</source>
        <translation>Eine JSON-Datei, ohne Verlust</translation>
    </message>
    <message>
        <source>One conversation</source>
        <translation>Ein Gespräch</translation>
    </message>
    <message>
        <source>One file to read or print</source>
        <translation>Eine Datei zum Lesen oder Drucken</translation>
    </message>
    <message>
        <source>One memory can&apos;t be sent. {why}</source>
        <translation>Eine Erinnerung kann nicht gesendet werden. {why}</translation>
    </message>
    <message>
        <source>One memory is in favour, and the other is against.</source>
        <translation>Eine ist dafür, die andere dagegen.</translation>
    </message>
    <message>
        <source>One memory says the opposite of the other.</source>
        <translation>Eine sagt das Gegenteil der anderen.</translation>
    </message>
    <message>
        <source>One memory says {one}, and the other says {other}. Only one can be true.</source>
        <translation>Eine sagt {one}, die andere {other}. Nur eines kann stimmen.</translation>
    </message>
    <message>
        <source>One question is still open.</source>
        <translation>Eine Frage ist noch offen.</translation>
    </message>
    <message>
        <source>One session in {n} starts without memories. After some weeks you see what changes: repeats, corrections, failed commands, tokens.</source>
        <translation>Eine von {n} Sitzungen beginnt ohne Erinnerungen. Nach einigen Wochen sehen Sie, was sich ändert: Wiederholungen, Korrekturen, fehlgeschlagene Befehle, Tokens.</translation>
    </message>
    <message>
        <source>One-time code</source>
        <translation>Einmalcode</translation>
    </message>
    <message>
        <source>Only active memories can be shared.</source>
        <translation>Nur aktive Erinnerungen können geteilt werden.</translation>
    </message>
    <message>
        <source>Only an author in your team can be trusted</source>
        <translation>Vertrauen können Sie nur Personen aus Ihrem Team</translation>
    </message>
    <message>
        <source>Only global memories</source>
        <translation>Nur globale Erinnerungen</translation>
    </message>
    <message>
        <source>Only if the server needs a key</source>
        <translation>Nur falls der Server einen Schlüssel verlangt</translation>
    </message>
    <message>
        <source>Only memories of a project can be shared. This one applies elsewhere, too.</source>
        <translation>Nur Erinnerungen eines Projekts können geteilt werden. Diese gilt auch anderswo.</translation>
    </message>
    <message>
        <source>Only on this device</source>
        <translation>Nur auf diesem Gerät</translation>
    </message>
    <message>
        <source>Only on {branch}</source>
        <translation>Nur auf {branch}</translation>
    </message>
    <message>
        <source>Only owners can invite.</source>
        <translation>Nur Besitzer können einladen.</translation>
    </message>
    <message>
        <source>Only the best matches are shown. Add a word to narrow the search.</source>
        <translation>Nur die besten Treffer werden gezeigt. Ein weiteres Wort grenzt die Suche ein.</translation>
    </message>
    <message>
        <source>Only the text and outcomes of conversations are removed. Memories and titles are kept, and your AI tools&apos; own files are not touched.</source>
        <translation>Nur Text und Ergebnisse von Gesprächen werden entfernt. Erinnerungen und Titel bleiben, die Dateien Ihrer KI-Werkzeuge bleiben unberührt.</translation>
    </message>
    <message>
        <source>Only the words of that day are searched.</source>
        <translation>Durchsucht wird nur der Wortlaut dieses Tages.</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>Open Arbor</source>
        <translation>Arbor öffnen</translation>
    </message>
    <message>
        <source>Open Arbor to compare and restore versions.</source>
        <translation>Öffnen Sie Arbor, um Versionen zu vergleichen und wiederherzustellen.</translation>
    </message>
    <message>
        <source>Open Settings (ignored by {pattern})</source>
        <translation>Einstellungen öffnen (ignoriert durch {pattern})</translation>
    </message>
    <message>
        <source>Open Settings to download it.</source>
        <translation>Öffnen Sie die Einstellungen, um sie herunterzuladen.</translation>
    </message>
    <message>
        <source>Open conversation</source>
        <translation>Gespräch öffnen</translation>
    </message>
    <message>
        <source>Open download page</source>
        <translation>Download-Seite öffnen</translation>
    </message>
    <message>
        <source>Open file</source>
        <translation>Datei öffnen</translation>
    </message>
    <message>
        <source>Open folder</source>
        <translation>Ordner öffnen</translation>
    </message>
    <message>
        <source>Open in Conflicts</source>
        <translation>In Konflikten öffnen</translation>
    </message>
    <message>
        <source>Open in Conversations</source>
        <translation>In Gesprächen öffnen</translation>
    </message>
    <message>
        <source>Open memory</source>
        <translation>Erinnerung öffnen</translation>
    </message>
    <message>
        <source>Open memory used here</source>
        <translation>Hier verwendete Erinnerung öffnen</translation>
    </message>
    <message>
        <source>Open project or selected item; back to list</source>
        <translation>Projekt oder Ausgewähltes öffnen; zurück zur Liste</translation>
    </message>
    <message>
        <source>Open reading settings</source>
        <translation>Einstellungen zum Lesen öffnen</translation>
    </message>
    <message>
        <source>Open review settings</source>
        <translation>Einstellungen zum Prüfen öffnen</translation>
    </message>
    <message>
        <source>Open settings</source>
        <translation>Einstellungen öffnen</translation>
    </message>
    <message>
        <source>Open summaries</source>
        <translation>Zusammenfassungen öffnen</translation>
    </message>
    <message>
        <source>Open summary: {category}</source>
        <translation>Zusammenfassung öffnen: {category}</translation>
    </message>
    <message>
        <source>Open the source conversation, or the memory that a suggestion is about</source>
        <translation>Das Gespräch der Quelle oder die Erinnerung zum Vorschlag öffnen</translation>
    </message>
    <message>
        <source>Open transcript</source>
        <translation>Verlauf öffnen</translation>
    </message>
    <message>
        <source>Open {name} memory</source>
        <translation>Die {name} Erinnerung öffnen</translation>
    </message>
    <message>
        <source>Optional</source>
        <translation>Optional</translation>
    </message>
    <message>
        <source>Origin</source>
        <translation>Herkunft</translation>
    </message>
    <message>
        <source>Other</source>
        <translation>Andere</translation>
    </message>
    <message>
        <source>Other files in Arbor&apos;s folder</source>
        <translation>Andere Dateien in Arbors Ordner</translation>
    </message>
    <message>
        <source>Other memory</source>
        <translation>Andere Erinnerung</translation>
    </message>
    <message>
        <source>Other pages still work, and your memories are safe.</source>
        <translation>Andere Seiten funktionieren weiter, und Ihre Erinnerungen sind sicher.</translation>
    </message>
    <message>
        <source>Other programs use the processor. Reading starts when they use less.</source>
        <translation>Andere Programme brauchen den Prozessor. Das Lesen beginnt, wenn sie weniger brauchen.</translation>
    </message>
    <message>
        <source>Other project</source>
        <translation>Anderes Projekt</translation>
    </message>
    <message>
        <source>Other projects</source>
        <translation>Andere Projekte</translation>
    </message>
    <message>
        <source>Other text</source>
        <translation>Übriger Text</translation>
    </message>
    <message>
        <source>Outcome</source>
        <translation>Ergebnis</translation>
    </message>
    <message>
        <source>Outcome unknown</source>
        <translation>Ergebnis unbekannt</translation>
    </message>
    <message>
        <source>Outdated</source>
        <translation>Veraltet</translation>
    </message>
    <message>
        <source>Outside Arbor</source>
        <translation>Außerhalb von Arbor</translation>
    </message>
    <message numerus="yes">
        <source>Over the limit of {tool}: needs %n tokens</source>
        <translation>
            <numerusform>Über der Grenze von {tool}: braucht %n Token</numerusform>
            <numerusform>Über der Grenze von {tool}: braucht %n Token</numerusform>
        </translation>
    </message>
    <message>
        <source>Overview</source>
        <translation>Überblick</translation>
    </message>
    <message>
        <source>Overview, Memories, Conversations, Branches</source>
        <translation>Überblick, Erinnerungen, Gespräche, Branches</translation>
    </message>
    <message>
        <source>Owner</source>
        <translation>Besitzer</translation>
    </message>
    <message>
        <source>PIN or code</source>
        <translation>PIN oder Code</translation>
    </message>
    <message>
        <source>Package manager</source>
        <translation>Paketmanager</translation>
    </message>
    <message>
        <source>Pages</source>
        <translation>Seiten</translation>
    </message>
    <message>
        <source>Parent project {name}</source>
        <translation>Übergeordnetes Projekt {name}</translation>
    </message>
    <message>
        <source>Part of the integration is missing or starts another copy of Arbor. Choose Repair to fix this.</source>
        <translation>Ein Teil der Anbindung fehlt oder startet eine andere Kopie von Arbor. „Reparieren“ behebt das.</translation>
    </message>
    <message>
        <source>Partly done</source>
        <translation>Teilweise erledigt</translation>
    </message>
    <message>
        <source>Passphrase</source>
        <translation>Passphrase</translation>
    </message>
    <message>
        <source>Password</source>
        <translation>Passwort</translation>
    </message>
    <message>
        <source>Password hash</source>
        <translation>Passwort-Hash</translation>
    </message>
    <message>
        <source>Password in a URL</source>
        <translation>Passwort in einer URL</translation>
    </message>
    <message>
        <source>Paste the invitation that an owner of the team sent you. It works once.</source>
        <translation>Fügen Sie die Einladung ein, die Ihnen ein Besitzer des Teams gesendet hat. Sie gilt einmal.</translation>
    </message>
    <message>
        <source>Pattern</source>
        <translation>Muster</translation>
    </message>
    <message>
        <source>Patterns reused in coding</source>
        <translation>Beim Programmieren genutzte Muster</translation>
    </message>
    <message>
        <source>Patterns, pitfalls, preferences and lessons from projects</source>
        <translation>Muster, Fallstricke, Vorlieben und Lehren aus Projekten</translation>
    </message>
    <message>
        <source>Patterns, pitfalls, quirks and decisions, in longer or more complex conversations</source>
        <translation>Muster, Stolperfallen, Eigenheiten und Entscheidungen in längeren oder komplexeren Gesprächen</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>Pause reading</source>
        <translation>Lesen anhalten</translation>
    </message>
    <message>
        <source>Pause reading for 1 hour</source>
        <translation>Lesen für 1 Stunde anhalten</translation>
    </message>
    <message>
        <source>Pause reading until 08:00 tomorrow</source>
        <translation>Lesen bis morgen 08:00 anhalten</translation>
    </message>
    <message>
        <source>Pause reading until I resume</source>
        <translation>Lesen anhalten, bis ich fortsetze</translation>
    </message>
    <message>
        <source>Pause the model</source>
        <translation>Modell anhalten</translation>
    </message>
    <message>
        <source>Paused</source>
        <translation>Angehalten</translation>
    </message>
    <message numerus="yes">
        <source>Paused after {n} of %n conversations, {memories} so far</source>
        <translation>
            <numerusform>Angehalten nach {n} von %n Gespräch, bisher {memories}</numerusform>
            <numerusform>Angehalten nach {n} von %n Gesprächen, bisher {memories}</numerusform>
        </translation>
    </message>
    <message>
        <source>Paused until {time}</source>
        <translation>Angehalten bis {time}</translation>
    </message>
    <message>
        <source>People you know</source>
        <translation>Menschen, die Sie kennen</translation>
    </message>
    <message>
        <source>Personal facts from private projects are shared in work projects only if you ask about yourself or pin them.</source>
        <translation>Persönliche Fakten aus privaten Projekten werden in Arbeitsprojekten nur weitergegeben, wenn Sie nach sich selbst fragen oder sie anheften.</translation>
    </message>
    <message>
        <source>Phone number</source>
        <translation>Telefonnummer</translation>
    </message>
    <message>
        <source>Pinned</source>
        <translation>Angeheftet</translation>
    </message>
    <message>
        <source>Pinned and sensitive memories are always kept.</source>
        <translation>Angeheftete und sensible Erinnerungen bleiben immer.</translation>
    </message>
    <message>
        <source>Pinned, but left out here: {why}</source>
        <translation>Angeheftet, hier aber nicht enthalten: {why}</translation>
    </message>
    <message>
        <source>Pinned. Included once the conflict is resolved.</source>
        <translation>Angeheftet. Enthalten, sobald der Konflikt gelöst ist.</translation>
    </message>
    <message>
        <source>Pinned: always included</source>
        <translation>Angeheftet: immer dabei</translation>
    </message>
    <message>
        <source>Pitfall</source>
        <translation>Stolperfalle</translation>
    </message>
    <message>
        <source>Pitfalls of these technologies can become global memories.</source>
        <translation>Stolperfallen dieser Techniken können globale Erinnerungen werden.</translation>
    </message>
    <message>
        <source>Plain statement</source>
        <translation>Einfache Aussage</translation>
    </message>
    <message>
        <source>Please keep this in mind: {memory}</source>
        <translation>Bitte denke daran: {memory}</translation>
    </message>
    <message>
        <source>Postpone heavy work during games, films and presentations.</source>
        <translation>Aufwendige Arbeit bei Spielen, Filmen und Präsentationen aufschieben.</translation>
    </message>
    <message>
        <source>Postpone heavy work when other programs use over 60 % of the processor for 2 minutes.</source>
        <translation>Aufwendige Arbeit aufschieben, wenn andere Programme 2 Minuten lang über 60 % des Prozessors brauchen.</translation>
    </message>
    <message>
        <source>Postpone heavy work while on battery.</source>
        <translation>Aufwendige Arbeit im Akkubetrieb aufschieben.</translation>
    </message>
    <message>
        <source>Preference</source>
        <translation>Vorliebe</translation>
    </message>
    <message>
        <source>Preparation for search by meaning</source>
        <translation>Vorbereitung der Suche nach Bedeutung</translation>
    </message>
    <message>
        <source>Press focused button</source>
        <translation>Fokussierte Schaltfläche drücken</translation>
    </message>
    <message>
        <source>Press ← or → to select a highlighted word, and Enter to add it.</source>
        <translation>Mit ← oder → ein markiertes Wort wählen, mit Eingabe hinzufügen.</translation>
    </message>
    <message>
        <source>Preview</source>
        <translation>Vorschau</translation>
    </message>
    <message>
        <source>Preview only. Nothing is sent.</source>
        <translation>Nur eine Vorschau. Nichts wird gesendet.</translation>
    </message>
    <message>
        <source>Preview your memories</source>
        <translation>Vorschau Ihrer Erinnerungen</translation>
    </message>
    <message>
        <source>Previous and next conversation</source>
        <translation>Voriges und nächstes Gespräch</translation>
    </message>
    <message>
        <source>Previous and next line saved as a memory</source>
        <translation>Vorige und nächste als Erinnerung gespeicherte Zeile</translation>
    </message>
    <message>
        <source>Previous and next memory</source>
        <translation>Vorige und nächste Erinnerung</translation>
    </message>
    <message>
        <source>Previous and next project</source>
        <translation>Voriges und nächstes Projekt</translation>
    </message>
    <message>
        <source>Previous conflict</source>
        <translation>Voriger Konflikt</translation>
    </message>
    <message>
        <source>Previous match</source>
        <translation>Voriger Treffer</translation>
    </message>
    <message>
        <source>Previous pane</source>
        <translation>Voriger Bereich</translation>
    </message>
    <message>
        <source>Previous source</source>
        <translation>Vorige Quelle</translation>
    </message>
    <message>
        <source>Prices as of {date}.</source>
        <translation>Preise vom {date}.</translation>
    </message>
    <message>
        <source>Privacy</source>
        <translation>Privatsphäre</translation>
    </message>
    <message>
        <source>Privacy set to {level}</source>
        <translation>Privatsphäre auf „{level}“ gesetzt</translation>
    </message>
    <message>
        <source>Private</source>
        <translation>Privat</translation>
    </message>
    <message>
        <source>Private key</source>
        <translation>Privater Schlüssel</translation>
    </message>
    <message>
        <source>Probably {what}</source>
        <translation>Wahrscheinlich {what}</translation>
    </message>
    <message>
        <source>Problem</source>
        <translation>Problem</translation>
    </message>
    <message>
        <source>Problem and cause</source>
        <translation>Problem und seine Ursache</translation>
    </message>
    <message>
        <source>Problems prevented</source>
        <translation>Verhinderte Probleme</translation>
    </message>
    <message>
        <source>Processor</source>
        <translation>Prozessor</translation>
    </message>
    <message>
        <source>Programs and people who can read this computer&apos;s disk can read them then.</source>
        <translation>Wer die Festplatte dieses Computers lesen kann, kann dann auch sie lesen.</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>Fortschritt</translation>
    </message>
    <message>
        <source>Project</source>
        <translation>Projekt</translation>
    </message>
    <message>
        <source>Project file</source>
        <translation>Projektdatei</translation>
    </message>
    <message>
        <source>Project not known</source>
        <translation>Projekt nicht bekannt</translation>
    </message>
    <message>
        <source>Project sections</source>
        <translation>Bereiche des Projekts</translation>
    </message>
    <message>
        <source>Project, Z–A</source>
        <translation>Projekt, Z–A</translation>
    </message>
    <message>
        <source>Project: {name}</source>
        <translation>Projekt: {name}</translation>
    </message>
    <message>
        <source>Projects</source>
        <translation>Projekte</translation>
    </message>
    <message>
        <source>Projects appear here once you&apos;ve worked with an AI tool in their folders. You&apos;ll see their technologies, memories and conversation outcomes.</source>
        <translation>Projekte erscheinen hier, sobald Sie in ihren Ordnern mit einem KI-Werkzeug gearbeitet haben. Sie sehen dann Techniken, Erinnerungen und Ergebnisse von Gesprächen.</translation>
    </message>
    <message>
        <source>Projects in the same group share memories that mention the group&apos;s name.</source>
        <translation>Projekte derselben Gruppe teilen Erinnerungen, die den Namen der Gruppe nennen.</translation>
    </message>
    <message>
        <source>Projects to search</source>
        <translation>Zu durchsuchende Projekte</translation>
    </message>
    <message>
        <source>Projects: {names}</source>
        <translation>Projekte: {names}</translation>
    </message>
    <message>
        <source>Prompt</source>
        <translation>Prompt</translation>
    </message>
    <message>
        <source>Prompt budget</source>
        <translation>Prompt-Budget</translation>
    </message>
    <message>
        <source>Proposed by {who}</source>
        <translation>Vorgeschlagen von {who}</translation>
    </message>
    <message>
        <source>Proposed by {who}: {reason}</source>
        <translation>Vorgeschlagen von {who}: {reason}</translation>
    </message>
    <message>
        <source>Proven memories that don&apos;t mention their project, or that came up in two projects, become global. You can undo this.</source>
        <translation>Bewährte Erinnerungen, die nichts von ihrem Projekt nennen oder in zwei Projekten vorkamen, werden global. Das lässt sich rückgängig machen.</translation>
    </message>
    <message>
        <source>Purge</source>
        <translation>Tilgen</translation>
    </message>
    <message numerus="yes">
        <source>Purge %n secrets everywhere?</source>
        <translation>
            <numerusform>%n Geheimnis überall tilgen?</numerusform>
            <numerusform>%n Geheimnisse überall tilgen?</numerusform>
        </translation>
    </message>
    <message>
        <source>Purge every copy, backups included, then change them.</source>
        <translation>Tilgen Sie jede Kopie, auch in Sicherungen, und ändern Sie sie danach.</translation>
    </message>
    <message>
        <source>Purge everywhere…</source>
        <translation>Überall tilgen …</translation>
    </message>
    <message>
        <source>Purge: {kind}, {place}</source>
        <translation>Tilgen: {kind}, {place}</translation>
    </message>
    <message>
        <source>Purged {day}</source>
        <translation>Getilgt {day}</translation>
    </message>
    <message>
        <source>Purging…</source>
        <translation>Wird getilgt …</translation>
    </message>
    <message>
        <source>Quality</source>
        <translation>Qualität</translation>
    </message>
    <message>
        <source>Question</source>
        <translation>Frage</translation>
    </message>
    <message>
        <source>Quirk</source>
        <translation>Eigenheit</translation>
    </message>
    <message>
        <source>Quirks</source>
        <translation>Eigenheiten</translation>
    </message>
    <message>
        <source>Quirks and pitfalls</source>
        <translation>Eigenheiten und Stolperfallen</translation>
    </message>
    <message>
        <source>Quirks and pitfalls first, then by category</source>
        <translation>Eigenheiten und Stolperfallen zuerst, dann nach Kategorie</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>Beenden</translation>
    </message>
    <message>
        <source>Quit Arbor</source>
        <translation>Arbor beenden</translation>
    </message>
    <message>
        <source>Quote</source>
        <translation>Zitat</translation>
    </message>
    <message>
        <source>Raise budget</source>
        <translation>Budget erhöhen</translation>
    </message>
    <message>
        <source>Read</source>
        <translation>Gelesen</translation>
    </message>
    <message numerus="yes">
        <source>Read %n</source>
        <translation>
            <numerusform>%n lesen</numerusform>
            <numerusform>%n lesen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Read %n conversations</source>
        <translation>
            <numerusform>%n Gespräch lesen</numerusform>
            <numerusform>%n Gespräche lesen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Read %n conversations again with {model}?</source>
        <translation>
            <numerusform>%n Gespräch mit {model} erneut lesen?</numerusform>
            <numerusform>%n Gespräche mit {model} erneut lesen?</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Read %n conversations: {memories}</source>
        <translation>
            <numerusform>%n Gespräch gelesen: {memories}</numerusform>
            <numerusform>%n Gespräche gelesen: {memories}</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Read %n now</source>
        <translation>
            <numerusform>%n jetzt lesen</numerusform>
            <numerusform>%n jetzt lesen</numerusform>
        </translation>
    </message>
    <message>
        <source>Read a session when it ends, even if its AI tool isn&apos;t turned on as a source.</source>
        <translation>Liest die Sitzung eines verbundenen Werkzeugs bei ihrem Ende, auch wenn es keine Quelle ist.</translation>
    </message>
    <message>
        <source>Read again</source>
        <translation>Erneut lesen</translation>
    </message>
    <message>
        <source>Read an ongoing conversation each time it grows by this many messages. Set to 0 to wait until it ends.</source>
        <translation>Liest ein laufendes Gespräch immer nach so vielen weiteren Nachrichten; 0 wartet auf sein Ende.</translation>
    </message>
    <message>
        <source>Read by {model}</source>
        <translation>Gelesen von {model}</translation>
    </message>
    <message>
        <source>Read conversations from {source}</source>
        <translation>Gespräche von {source} lesen</translation>
    </message>
    <message>
        <source>Read now</source>
        <translation>Jetzt lesen</translation>
    </message>
    <message>
        <source>Read now or again</source>
        <translation>Jetzt oder erneut lesen</translation>
    </message>
    <message>
        <source>Read on this computer instead</source>
        <translation>Stattdessen auf diesem Computer lesen</translation>
    </message>
    <message>
        <source>Read only</source>
        <translation>Nur lesen</translation>
    </message>
    <message>
        <source>Read past conversations in batches</source>
        <translation>Frühere Gespräche gesammelt lesen</translation>
    </message>
    <message>
        <source>Read sessions of connected AI tools</source>
        <translation>Sitzungen verbundener Werkzeuge lesen</translation>
    </message>
    <message>
        <source>Read this conversation again with {model}?</source>
        <translation>Dieses Gespräch mit {model} erneut lesen?</translation>
    </message>
    <message>
        <source>Reader</source>
        <translation>Leser</translation>
    </message>
    <message>
        <source>Reading</source>
        <translation>Lesen</translation>
    </message>
    <message numerus="yes">
        <source>Reading %n conversations…</source>
        <translation>
            <numerusform>%n Gespräch wird gelesen&#xa0;…</numerusform>
            <numerusform>%n Gespräche werden gelesen&#xa0;…</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Reading %n files…</source>
        <translation>
            <numerusform>%n Datei wird gelesen&#xa0;…</numerusform>
            <numerusform>%n Dateien werden gelesen&#xa0;…</numerusform>
        </translation>
    </message>
    <message>
        <source>Reading conversation {n} of {total}…</source>
        <translation>Gespräch {n} von {total} wird gelesen …</translation>
    </message>
    <message>
        <source>Reading is paused.</source>
        <translation>Das Lesen ist angehalten.</translation>
    </message>
    <message>
        <source>Reading progress</source>
        <translation>Lesefortschritt</translation>
    </message>
    <message numerus="yes">
        <source>Reading {n} of %n conversations, {memories} so far</source>
        <translation>
            <numerusform>Liest {n} von %n Gespräch, bisher {memories}</numerusform>
            <numerusform>Liest {n} von %n Gesprächen, bisher {memories}</numerusform>
        </translation>
    </message>
    <message>
        <source>Reading {n} of {total}</source>
        <translation>Liest {n} von {total}</translation>
    </message>
    <message>
        <source>Reading {n} of {total}: {what}</source>
        <translation>Liest {n} von {total}: {what}</translation>
    </message>
    <message>
        <source>Reading {n} of {total}…</source>
        <translation>Liest {n} von {total}&#xa0;…</translation>
    </message>
    <message>
        <source>Reading {what}…</source>
        <translation>{what} wird gelesen&#xa0;…</translation>
    </message>
    <message>
        <source>Reading…</source>
        <translation>Wird gelesen …</translation>
    </message>
    <message>
        <source>Ready</source>
        <translation>Bereit</translation>
    </message>
    <message>
        <source>Ready · team offline</source>
        <translation>Bereit · Team offline</translation>
    </message>
    <message numerus="yes">
        <source>Ready · watching %n sources</source>
        <translation>
            <numerusform>Bereit · %n Quelle wird beobachtet</numerusform>
            <numerusform>Bereit · %n Quellen werden beobachtet</numerusform>
        </translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>Grund</translation>
    </message>
    <message>
        <source>Reason below each memory</source>
        <translation>Grund unter jeder Erinnerung</translation>
    </message>
    <message>
        <source>Reason for your choice (optional)</source>
        <translation>Warum haben Sie so gewählt? (optional)</translation>
    </message>
    <message>
        <source>Reasons</source>
        <translation>Gründe</translation>
    </message>
    <message>
        <source>Received</source>
        <translation>Empfangen</translation>
    </message>
    <message>
        <source>Recency</source>
        <translation>Aktualität</translation>
    </message>
    <message>
        <source>Recent</source>
        <translation>Zuletzt</translation>
    </message>
    <message>
        <source>Recent activity</source>
        <translation>Letzte Aktivität</translation>
    </message>
    <message>
        <source>Reconnect</source>
        <translation>Erneut verbinden</translation>
    </message>
    <message>
        <source>Recovery code</source>
        <translation>Wiederherstellungscode</translation>
    </message>
    <message>
        <source>Recovery code of Arbor&apos;s memory</source>
        <translation>Wiederherstellungscode für Arbors Erinnerungen</translation>
    </message>
    <message>
        <source>Recovery code: {code}</source>
        <translation>Wiederherstellungscode: {code}</translation>
    </message>
    <message>
        <source>Recovery key</source>
        <translation>Wiederherstellungsschlüssel</translation>
    </message>
    <message>
        <source>Refactoring</source>
        <translation>Refactoring</translation>
    </message>
    <message>
        <source>Refine memories with the model</source>
        <translation>Erinnerungen mit dem Modell verfeinern</translation>
    </message>
    <message>
        <source>Refresh</source>
        <translation>Aktualisieren</translation>
    </message>
    <message>
        <source>Registry login</source>
        <translation>Registry-Anmeldung</translation>
    </message>
    <message>
        <source>Reject</source>
        <translation>Ablehnen</translation>
    </message>
    <message>
        <source>Rejected</source>
        <translation>Abgelehnt</translation>
    </message>
    <message>
        <source>Rejected memories are kept but never shared</source>
        <translation>Abgelehnte Erinnerungen bleiben erhalten, werden aber nie weitergegeben</translation>
    </message>
    <message>
        <source>Rejected since</source>
        <translation>Seitdem abgelehnt</translation>
    </message>
    <message>
        <source>Related</source>
        <translation>Verwandt</translation>
    </message>
    <message>
        <source>Relationship</source>
        <translation>Beziehung</translation>
    </message>
    <message>
        <source>Relevance</source>
        <translation>Relevanz</translation>
    </message>
    <message>
        <source>Relevant memories that helped</source>
        <translation>Passende Erinnerungen, die halfen</translation>
    </message>
    <message>
        <source>Remember selected text or current message</source>
        <translation>Markierten Text oder aktuelle Nachricht merken</translation>
    </message>
    <message>
        <source>Remember that I prefer short answers with an example.</source>
        <translation>Merk dir, dass ich kurze Antworten mit einem Beispiel mag.</translation>
    </message>
    <message>
        <source>Remember this</source>
        <translation>Das merken</translation>
    </message>
    <message>
        <source>Remember this message</source>
        <translation>Diese Nachricht merken</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>Remove a filter to see more.</source>
        <translation>Entfernen Sie einen Filter, um mehr zu sehen.</translation>
    </message>
    <message>
        <source>Remove branch memory from {file}</source>
        <translation>Branch-Erinnerung aus {file} entfernen</translation>
    </message>
    <message>
        <source>Remove email addresses and phone numbers</source>
        <translation>E-Mail-Adressen und Telefonnummern entfernen</translation>
    </message>
    <message>
        <source>Remove key</source>
        <translation>Schlüssel entfernen</translation>
    </message>
    <message>
        <source>Remove keys, tokens and passwords</source>
        <translation>Schlüssel, Token und Passwörter entfernen</translation>
    </message>
    <message>
        <source>Remove link</source>
        <translation>Verknüpfung entfernen</translation>
    </message>
    <message>
        <source>Remove the API key?</source>
        <translation>API-Schlüssel entfernen?</translation>
    </message>
    <message>
        <source>Remove {device}</source>
        <translation>{device} entfernen</translation>
    </message>
    <message>
        <source>Remove {device}?</source>
        <translation>{device} entfernen?</translation>
    </message>
    <message>
        <source>Remove {folder}</source>
        <translation>{folder} entfernen</translation>
    </message>
    <message>
        <source>Remove {name}?</source>
        <translation>{name} entfernen?</translation>
    </message>
    <message>
        <source>Remove {tag}</source>
        <translation>{tag} entfernen</translation>
    </message>
    <message>
        <source>Removed</source>
        <translation>Entfernt</translation>
    </message>
    <message>
        <source>Removed from the branch&apos;s file by hand</source>
        <translation>Aus der Datei des Branches von Hand entfernt</translation>
    </message>
    <message>
        <source>Removed secrets</source>
        <translation>Entfernte Geheimnisse</translation>
    </message>
    <message>
        <source>Remove…</source>
        <translation>Entfernen&#xa0;…</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>Umbenennen</translation>
    </message>
    <message>
        <source>Rename chat</source>
        <translation>Chat umbenennen</translation>
    </message>
    <message>
        <source>Rename…</source>
        <translation>Umbenennen&#xa0;…</translation>
    </message>
    <message>
        <source>Reopen</source>
        <translation>Wieder öffnen</translation>
    </message>
    <message>
        <source>Reopen conflict and restore its memories</source>
        <translation>Konflikt wieder öffnen und seine Erinnerungen wiederherstellen</translation>
    </message>
    <message>
        <source>Reopened</source>
        <translation>Wieder geöffnet</translation>
    </message>
    <message>
        <source>Repair</source>
        <translation>Reparieren</translation>
    </message>
    <message>
        <source>Repair “{what}”</source>
        <translation>„{what}“ reparieren</translation>
    </message>
    <message>
        <source>Repaired</source>
        <translation>Repariert</translation>
    </message>
    <message>
        <source>Repeat passphrase</source>
        <translation>Passphrase wiederholen</translation>
    </message>
    <message>
        <source>Repeats another entry</source>
        <translation>Wiederholt einen anderen Eintrag</translation>
    </message>
    <message>
        <source>Replace</source>
        <translation>Ersetzen</translation>
    </message>
    <message>
        <source>Replace them with a placeholder before anything is saved.</source>
        <translation>Ersetzt sie durch einen Platzhalter, bevor etwas gespeichert wird.</translation>
    </message>
    <message>
        <source>Replace today&apos;s</source>
        <translation>Heutige ersetzen</translation>
    </message>
    <message>
        <source>Replaced</source>
        <translation>Ersetzt</translation>
    </message>
    <message>
        <source>Replaced by this memory</source>
        <translation>Durch diese Erinnerung ersetzt</translation>
    </message>
    <message>
        <source>Replaced by “{text}”</source>
        <translation>Ersetzt durch „{text}“</translation>
    </message>
    <message>
        <source>Replaced since</source>
        <translation>Seitdem ersetzt</translation>
    </message>
    <message>
        <source>Replaced with another memory</source>
        <translation>Durch eine andere Erinnerung ersetzt</translation>
    </message>
    <message>
        <source>Replacement</source>
        <translation>Ersatz</translation>
    </message>
    <message>
        <source>Replaces this memory</source>
        <translation>Ersetzt diese Erinnerung</translation>
    </message>
    <message>
        <source>Report</source>
        <translation>Bericht</translation>
    </message>
    <message>
        <source>Request timed out</source>
        <translation>Zeitüberschreitung</translation>
    </message>
    <message>
        <source>Requests to Anthropic&apos;s service are redirected to {address}. A proxy or a network sign-in page may be the cause. Check the network.</source>
        <translation>Anfragen an den Dienst von Anthropic werden zu {address} umgeleitet. Ursache kann ein Proxy oder die Anmeldeseite eines Netzwerks sein. Prüfen Sie das Netzwerk.</translation>
    </message>
    <message>
        <source>Required difference</source>
        <translation>Nötiger Abstand</translation>
    </message>
    <message>
        <source>Requirement</source>
        <translation>Anforderung</translation>
    </message>
    <message>
        <source>Reset</source>
        <translation>Zurücksetzen</translation>
    </message>
    <message>
        <source>Reset all</source>
        <translation>Alles zurücksetzen</translation>
    </message>
    <message>
        <source>Reset result order</source>
        <translation>Reihenfolge der Ergebnisse zurücksetzen</translation>
    </message>
    <message>
        <source>Reset rules</source>
        <translation>Regeln zurücksetzen</translation>
    </message>
    <message>
        <source>Reset text</source>
        <translation>Text zurücksetzen</translation>
    </message>
    <message>
        <source>Reset {rule}</source>
        <translation>{rule} zurücksetzen</translation>
    </message>
    <message>
        <source>Resolve</source>
        <translation>Lösen</translation>
    </message>
    <message>
        <source>Resolve clear conflicts automatically</source>
        <translation>Klare Konflikte automatisch lösen</translation>
    </message>
    <message>
        <source>Resolve conflict</source>
        <translation>Konflikt lösen</translation>
    </message>
    <message>
        <source>Resolve conflicts</source>
        <translation>Konflikte lösen</translation>
    </message>
    <message>
        <source>Resolved</source>
        <translation>Gelöst</translation>
    </message>
    <message>
        <source>Resolved automatically</source>
        <translation>Automatisch gelöst</translation>
    </message>
    <message>
        <source>Resolved automatically: {reason}</source>
        <translation>Automatisch gelöst: {reason}</translation>
    </message>
    <message>
        <source>Restart Arbor</source>
        <translation>Arbor neu starten</translation>
    </message>
    <message>
        <source>Restart Claude Code, then type /hooks to check that Arbor&apos;s hooks are on. If that doesn&apos;t help, connect it again.</source>
        <translation>Beenden Sie Claude Code und starten Sie es neu; geben Sie dort /hooks ein, um zu sehen, ob sie eingeschaltet sind. Ändert sich nichts, verbinden Sie es erneut.</translation>
    </message>
    <message>
        <source>Restart Gemini CLI, then type “/hooks panel” to check that Arbor&apos;s hooks are on. If that doesn&apos;t help, connect it again.</source>
        <translation>Beenden Sie Gemini CLI und starten Sie es neu; geben Sie dort „/hooks panel“ ein, um zu sehen, ob die Hooks von Arbor eingeschaltet sind. Ändert sich nichts, verbinden Sie es erneut.</translation>
    </message>
    <message>
        <source>Restart open sessions for the change to take effect.</source>
        <translation>Starten Sie offene Sitzungen neu, damit die Änderung wirksam wird.</translation>
    </message>
    <message>
        <source>Restart the AI tool or connect it again.</source>
        <translation>Starten Sie das KI-Werkzeug neu oder verbinden Sie es erneut.</translation>
    </message>
    <message>
        <source>Restore</source>
        <translation>Wiederherstellen</translation>
    </message>
    <message>
        <source>Restore a backup…</source>
        <translation>Sicherung wiederherstellen…</translation>
    </message>
    <message>
        <source>Restore an earlier backup.</source>
        <translation>Eine frühere Sicherung wiederherstellen.</translation>
    </message>
    <message>
        <source>Restore archived or deleted memory</source>
        <translation>Archivierte oder gelöschte Erinnerung wiederherstellen</translation>
    </message>
    <message>
        <source>Restore backup ({time})</source>
        <translation>Sicherung ({time}) wiederherstellen</translation>
    </message>
    <message>
        <source>Restore earlier text</source>
        <translation>Früheren Text wiederherstellen</translation>
    </message>
    <message>
        <source>Restore from a file</source>
        <translation>Aus einer Datei wiederherstellen</translation>
    </message>
    <message>
        <source>Restore several memories</source>
        <translation>Mehrere Erinnerungen wiederherstellen</translation>
    </message>
    <message>
        <source>Restore several…</source>
        <translation>Mehrere …</translation>
    </message>
    <message>
        <source>Restore this backup?</source>
        <translation>Diese Sicherung wiederherstellen?</translation>
    </message>
    <message>
        <source>Restore this memory?</source>
        <translation>Diese Erinnerung wiederherstellen?</translation>
    </message>
    <message>
        <source>Restore this one…</source>
        <translation>Wiederherstellen …</translation>
    </message>
    <message>
        <source>Restore this version</source>
        <translation>Diese Version wiederherstellen</translation>
    </message>
    <message>
        <source>Restore version from {when}</source>
        <translation>Version von {when} wiederherstellen</translation>
    </message>
    <message>
        <source>Restore: {kind}, {when}</source>
        <translation>Wiederherstellen: {kind}, {when}</translation>
    </message>
    <message>
        <source>Restored</source>
        <translation>Wiederhergestellt</translation>
    </message>
    <message>
        <source>Restored: its confidence starts over</source>
        <translation>Wiederhergestellt: Die Gewissheit beginnt von vorn</translation>
    </message>
    <message>
        <source>Restored: work continued after {days} days or more</source>
        <translation>Wiederhergestellt: Die Arbeit ging nach {days} Tagen oder mehr weiter</translation>
    </message>
    <message>
        <source>Restore…</source>
        <translation>Wiederherstellen&#xa0;…</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>Ergebnis</translation>
    </message>
    <message>
        <source>Result order</source>
        <translation>Reihenfolge der Ergebnisse</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>Fortsetzen</translation>
    </message>
    <message>
        <source>Resume reading. While paused, no new conversations are read.</source>
        <translation>Lesen fortsetzen. Bis dahin werden keine neuen Gespräche gelesen.</translation>
    </message>
    <message>
        <source>Review</source>
        <translation>Prüfen</translation>
    </message>
    <message>
        <source>Review all</source>
        <translation>Alle prüfen</translation>
    </message>
    <message>
        <source>Review and conflicts</source>
        <translation>Prüfen und Konflikte</translation>
    </message>
    <message>
        <source>Review first</source>
        <translation>Erst prüfen</translation>
    </message>
    <message>
        <source>Review if confidence is below</source>
        <translation>Prüfen bei Gewissheit unter</translation>
    </message>
    <message>
        <source>Review memories</source>
        <translation>Erinnerungen prüfen</translation>
    </message>
    <message>
        <source>Review new memories</source>
        <translation>Neue Erinnerungen prüfen</translation>
    </message>
    <message>
        <source>Review outdated memories</source>
        <translation>Veraltete Erinnerungen prüfen</translation>
    </message>
    <message>
        <source>Review untrusted</source>
        <translation>Ohne Vertrauen prüfen</translation>
    </message>
    <message>
        <source>Reviewed</source>
        <translation>Geprüft</translation>
    </message>
    <message>
        <source>Reviewed just now: {what}.</source>
        <translation>Gerade geprüft: {what}.</translation>
    </message>
    <message>
        <source>Reviewed {when}</source>
        <translation>Geprüft {when}</translation>
    </message>
    <message>
        <source>Reworded</source>
        <translation>Umformuliert</translation>
    </message>
    <message>
        <source>Rewriting backups…</source>
        <translation>Sicherungen werden neu geschrieben…</translation>
    </message>
    <message>
        <source>Role</source>
        <translation>Rolle</translation>
    </message>
    <message>
        <source>Rule reset: {rule}</source>
        <translation>Regel zurückgesetzt: {rule}</translation>
    </message>
    <message>
        <source>Rules</source>
        <translation>Regeln</translation>
    </message>
    <message>
        <source>Rules and facts for AI tools, never private ones</source>
        <translation>Regeln und Fakten für KI-Werkzeuge, nie private</translation>
    </message>
    <message>
        <source>Rules reset</source>
        <translation>Regeln zurückgesetzt</translation>
    </message>
    <message>
        <source>Run all now</source>
        <translation>Alle jetzt ausführen</translation>
    </message>
    <message>
        <source>Run all tasks now, one after another</source>
        <translation>Führt jetzt alle Aufgaben nacheinander aus</translation>
    </message>
    <message>
        <source>Run claude in a terminal and sign in, then try again.</source>
        <translation>Starten Sie claude in einem Terminal, melden Sie sich an und versuchen Sie es erneut.</translation>
    </message>
    <message>
        <source>Run maintenance now</source>
        <translation>Wartung jetzt ausführen</translation>
    </message>
    <message>
        <source>Run now</source>
        <translation>Jetzt ausführen</translation>
    </message>
    <message>
        <source>Run the test first.</source>
        <translation>Führen Sie zuerst den Test aus.</translation>
    </message>
    <message>
        <source>Running</source>
        <translation>Läuft</translation>
    </message>
    <message>
        <source>Running in the background</source>
        <translation>Im Hintergrund</translation>
    </message>
    <message>
        <source>Running now</source>
        <translation>Läuft gerade</translation>
    </message>
    <message>
        <source>Runs all tasks, one after another. You can keep working.</source>
        <translation>Führt alle Aufgaben nacheinander aus. Sie können weiterarbeiten.</translation>
    </message>
    <message>
        <source>Runtime</source>
        <translation>Laufzeit</translation>
    </message>
    <message>
        <source>Said in a chat without a project: shared when your prompt is about it</source>
        <translation>In einem Chat ohne Projekt gesagt: weitergegeben, wenn Ihr Prompt davon handelt</translation>
    </message>
    <message>
        <source>Same as another entry.</source>
        <translation>Dasselbe wie ein anderer Eintrag.</translation>
    </message>
    <message>
        <source>Same as “{other}” Confidence raised.</source>
        <translation>Dasselbe wie „{other}“ Gewissheit erhöht.</translation>
    </message>
    <message>
        <source>Same day</source>
        <translation>Am selben Tag</translation>
    </message>
    <message>
        <source>Same today</source>
        <translation>Heute gleich</translation>
    </message>
    <message>
        <source>Same topic</source>
        <translation>Gleiches Thema</translation>
    </message>
    <message>
        <source>Saturday</source>
        <translation>Samstag</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Speichern</translation>
    </message>
    <message numerus="yes">
        <source>Save %n memories</source>
        <translation>
            <numerusform>%n Erinnerung speichern</numerusform>
            <numerusform>%n Erinnerungen speichern</numerusform>
        </translation>
    </message>
    <message>
        <source>Save (in dialogs)</source>
        <translation>Speichern (in Dialogen)</translation>
    </message>
    <message>
        <source>Save a copy</source>
        <translation>Kopie speichern</translation>
    </message>
    <message>
        <source>Save a copy of the memory file.</source>
        <translation>Speichert eine Kopie der Erinnerungsdatei.</translation>
    </message>
    <message>
        <source>Save all charts as images…</source>
        <translation>Alle Diagramme als Bilder speichern …</translation>
    </message>
    <message>
        <source>Save all charts to a folder</source>
        <translation>Alle Diagramme in einem Ordner speichern</translation>
    </message>
    <message>
        <source>Save all data as tables</source>
        <translation>Alle Daten als Tabellen speichern</translation>
    </message>
    <message>
        <source>Save all data as tables (ZIP)…</source>
        <translation>Alle Daten als Tabellen speichern (ZIP) …</translation>
    </message>
    <message>
        <source>Save and accept</source>
        <translation>Speichern und annehmen</translation>
    </message>
    <message>
        <source>Save and keep</source>
        <translation>Speichern und behalten</translation>
    </message>
    <message>
        <source>Save as</source>
        <translation>Speichern unter</translation>
    </message>
    <message>
        <source>Save as my own</source>
        <translation>Als eigene speichern</translation>
    </message>
    <message>
        <source>Save as…</source>
        <translation>Speichern unter …</translation>
    </message>
    <message>
        <source>Save backup</source>
        <translation>Sicherung speichern</translation>
    </message>
    <message>
        <source>Save data</source>
        <translation>Daten speichern</translation>
    </message>
    <message>
        <source>Save data as CSV…</source>
        <translation>Daten als CSV speichern …</translation>
    </message>
    <message>
        <source>Save details</source>
        <translation>Angaben speichern</translation>
    </message>
    <message>
        <source>Save image</source>
        <translation>Bild speichern</translation>
    </message>
    <message>
        <source>Save image as PNG…</source>
        <translation>Bild als PNG speichern&#xa0;…</translation>
    </message>
    <message>
        <source>Save memory</source>
        <translation>Erinnerung speichern</translation>
    </message>
    <message>
        <source>Save page as image</source>
        <translation>Seite als Bild speichern</translation>
    </message>
    <message>
        <source>Save page as image…</source>
        <translation>Seite als Bild speichern …</translation>
    </message>
    <message>
        <source>Save recovery code</source>
        <translation>Wiederherstellungscode speichern</translation>
    </message>
    <message>
        <source>Save tables</source>
        <translation>Tabellen speichern</translation>
    </message>
    <message>
        <source>Save tables as CSV files (ZIP)…</source>
        <translation>Tabellen als CSV-Dateien speichern (ZIP)&#xa0;…</translation>
    </message>
    <message>
        <source>Save the selected text as a memory</source>
        <translation>Die markierten Wörter als Erinnerung speichern</translation>
    </message>
    <message>
        <source>Save to a file…</source>
        <translation>In Datei speichern&#xa0;…</translation>
    </message>
    <message>
        <source>Save your changes to this memory&apos;s details?</source>
        <translation>Die geänderten Angaben dieser Erinnerung speichern?</translation>
    </message>
    <message>
        <source>Save your changes to this memory&apos;s text?</source>
        <translation>Den geänderten Text dieser Erinnerung speichern?</translation>
    </message>
    <message>
        <source>Save your recovery code</source>
        <translation>Sichern Sie Ihren Wiederherstellungscode</translation>
    </message>
    <message>
        <source>Saved</source>
        <translation>Gespeichert</translation>
    </message>
    <message>
        <source>Saved and marked as reviewed</source>
        <translation>Gespeichert und als geprüft markiert</translation>
    </message>
    <message>
        <source>Saved as your own copy</source>
        <translation>Als eigene Kopie gespeichert</translation>
    </message>
    <message>
        <source>Saved as {file}</source>
        <translation>Gespeichert als {file}</translation>
    </message>
    <message>
        <source>Saved by an AI tool</source>
        <translation>Von einem KI-Werkzeug gespeichert</translation>
    </message>
    <message>
        <source>Saved by an AI tool. No conversation available.</source>
        <translation>Von einem KI-Werkzeug gespeichert. Kein Gespräch vorhanden.</translation>
    </message>
    <message>
        <source>Saved from a conversation</source>
        <translation>Aus einem Gespräch gespeichert</translation>
    </message>
    <message>
        <source>Saved to {file}</source>
        <translation>Gespeichert in {file}</translation>
    </message>
    <message>
        <source>Saved {when}</source>
        <translation>Gespeichert {when}</translation>
    </message>
    <message>
        <source>Saved. {problem}</source>
        <translation>Gespeichert. {problem}</translation>
    </message>
    <message>
        <source>Saving memories</source>
        <translation>Erinnerungen werden gespeichert</translation>
    </message>
    <message>
        <source>Saving your memories…</source>
        <translation>Ihre Erinnerungen werden gespeichert …</translation>
    </message>
    <message>
        <source>Says the same thing</source>
        <translation>Sagt dasselbe</translation>
    </message>
    <message>
        <source>Scan again</source>
        <translation>Erneut untersuchen</translation>
    </message>
    <message>
        <source>Scan files again</source>
        <translation>Dateien erneut untersuchen</translation>
    </message>
    <message>
        <source>Scan the project&apos;s files again</source>
        <translation>Dateien des Projekts erneut untersuchen</translation>
    </message>
    <message numerus="yes">
        <source>Scanned %n min ago</source>
        <translation>
            <numerusform>Vor %n Min. untersucht</numerusform>
            <numerusform>Vor %n Min. untersucht</numerusform>
        </translation>
    </message>
    <message>
        <source>Scanned just now</source>
        <translation>Gerade untersucht</translation>
    </message>
    <message>
        <source>Scanned {when}</source>
        <translation>Untersucht {when}</translation>
    </message>
    <message>
        <source>Scanning…</source>
        <translation>Wird untersucht&#xa0;…</translation>
    </message>
    <message>
        <source>Schedule</source>
        <translation>Zeitplan</translation>
    </message>
    <message>
        <source>Score</source>
        <translation>Wert</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>Suche</translation>
    </message>
    <message>
        <source>Search all projects</source>
        <translation>Alle Projekte durchsuchen</translation>
    </message>
    <message>
        <source>Search and filter these memories on the Memories page</source>
        <translation>Diese Erinnerungen auf der Seite „Erinnerungen“ suchen und filtern</translation>
    </message>
    <message>
        <source>Search by meaning</source>
        <translation>Nach Bedeutung suchen</translation>
    </message>
    <message>
        <source>Search conversations by meaning</source>
        <translation>Gespräche nach Bedeutung durchsuchen</translation>
    </message>
    <message>
        <source>Search index</source>
        <translation>Suchindex</translation>
    </message>
    <message>
        <source>Search memories</source>
        <translation>Erinnerungen suchen</translation>
    </message>
    <message>
        <source>Search memories to link</source>
        <translation>Zu verknüpfende Erinnerungen suchen</translation>
    </message>
    <message>
        <source>Search memories…</source>
        <translation>Erinnerungen suchen&#xa0;…</translation>
    </message>
    <message>
        <source>Search projects</source>
        <translation>Projekte suchen</translation>
    </message>
    <message>
        <source>Search this day</source>
        <translation>Diesen Tag durchsuchen</translation>
    </message>
    <message>
        <source>Search titles and messages</source>
        <translation>Titel und Nachrichten durchsuchen</translation>
    </message>
    <message>
        <source>Search uses words only.</source>
        <translation>Die Suche verwendet nur Wörter.</translation>
    </message>
    <message>
        <source>Searches everything stored with today&apos;s rules.</source>
        <translation>Durchsucht alles Gespeicherte mit den heutigen Regeln.</translation>
    </message>
    <message numerus="yes">
        <source>Searching %n memories</source>
        <translation>
            <numerusform>%n Erinnerung wird durchsucht</numerusform>
            <numerusform>%n Erinnerungen werden durchsucht</numerusform>
        </translation>
    </message>
    <message>
        <source>Searching your memories…</source>
        <translation>Ihre Erinnerungen werden durchsucht&#xa0;…</translation>
    </message>
    <message>
        <source>Secret</source>
        <translation>Geheimnis</translation>
    </message>
    <message>
        <source>Secrets and personal data</source>
        <translation>Geheimnisse und persönliche Daten</translation>
    </message>
    <message>
        <source>Sections</source>
        <translation>Abschnitte</translation>
    </message>
    <message>
        <source>See how your memories grow and how often they help. To begin, choose the sources that Arbor reads.</source>
        <translation>Sehen Sie, wie Ihre Erinnerungen wachsen und wie oft sie helfen. Wählen Sie zuerst die Quellen, die Arbor liest.</translation>
    </message>
    <message>
        <source>Seed phrase</source>
        <translation>Seed-Phrase</translation>
    </message>
    <message>
        <source>Seen</source>
        <translation>Gesehen</translation>
    </message>
    <message>
        <source>Seen in {count} projects: {names}</source>
        <translation>In {count} Projekten gesehen: {names}</translation>
    </message>
    <message>
        <source>Seen {when}</source>
        <translation>Gesehen: {when}</translation>
    </message>
    <message>
        <source>Select a single memory to mark it as wrong or outdated</source>
        <translation>Wählen Sie eine einzelne Erinnerung, um sie als falsch oder veraltet zu markieren</translation>
    </message>
    <message>
        <source>Select a single memory to share it</source>
        <translation>Wählen Sie eine einzelne Erinnerung, um sie zu teilen</translation>
    </message>
    <message numerus="yes">
        <source>Selected: %n</source>
        <translation>
            <numerusform>Ausgewählt: %n</numerusform>
            <numerusform>Ausgewählt: %n</numerusform>
        </translation>
    </message>
    <message>
        <source>Send</source>
        <translation>Senden</translation>
    </message>
    <message>
        <source>Send many conversations to Anthropic at once. This costs half as much, but can take up to a day.</source>
        <translation>Sendet viele Gespräche auf einmal an Anthropic. Das kostet die Hälfte, kann aber bis zu einem Tag dauern.</translation>
    </message>
    <message>
        <source>Send nothing to a model until you turn this off.</source>
        <translation>Sendet nichts an ein Modell, bis Sie dies ausschalten.</translation>
    </message>
    <message>
        <source>Sensitive</source>
        <translation>Sensibel</translation>
    </message>
    <message>
        <source>Sensitive: shared only when it matches your prompt</source>
        <translation>Sensibel: nur weitergegeben, wenn sie zu Ihrem Prompt passt</translation>
    </message>
    <message>
        <source>Sensitive: shared only when it matches your prompt.</source>
        <translation>Sensibel: wird nur weitergegeben, wenn sie zu Ihrem Prompt passt.</translation>
    </message>
    <message>
        <source>Sent to review</source>
        <translation>Zur Prüfung vorgelegt</translation>
    </message>
    <message>
        <source>Sent to the others</source>
        <translation>An die anderen gesendet</translation>
    </message>
    <message>
        <source>Server address</source>
        <translation>Adresse des Servers</translation>
    </message>
    <message>
        <source>Server unreachable since {time}</source>
        <translation>Server nicht erreichbar seit {time}</translation>
    </message>
    <message>
        <source>Service error</source>
        <translation>Fehler des Dienstes</translation>
    </message>
    <message>
        <source>Service token</source>
        <translation>Dienst-Token</translation>
    </message>
    <message>
        <source>Session ID</source>
        <translation>Sitzungs-ID</translation>
    </message>
    <message>
        <source>Session outcomes</source>
        <translation>Ergebnisse von Sitzungen</translation>
    </message>
    <message>
        <source>Sessions</source>
        <translation>Sitzungen</translation>
    </message>
    <message>
        <source>Sessions with</source>
        <translation>Sitzungen mit</translation>
    </message>
    <message>
        <source>Sessions with fewer than 5 messages don&apos;t count.</source>
        <translation>Sitzungen mit weniger als 5 Nachrichten zählen nicht.</translation>
    </message>
    <message>
        <source>Sessions with memories probably use fewer tokens.</source>
        <translation>Sitzungen mit Erinnerungen brauchen wahrscheinlich weniger Tokens.</translation>
    </message>
    <message>
        <source>Sessions with memories probably use more tokens.</source>
        <translation>Sitzungen mit Erinnerungen brauchen wahrscheinlich mehr Tokens.</translation>
    </message>
    <message>
        <source>Sessions with memories use far more tokens.</source>
        <translation>Sitzungen mit Erinnerungen brauchen viel mehr Tokens.</translation>
    </message>
    <message>
        <source>Sessions with memories use {n} fewer tokens.</source>
        <translation>Sitzungen mit Erinnerungen brauchen {n} weniger Tokens.</translation>
    </message>
    <message>
        <source>Sessions with memories use {n} more tokens.</source>
        <translation>Sitzungen mit Erinnerungen brauchen {n} mehr Tokens.</translation>
    </message>
    <message>
        <source>Sessions with shared memories</source>
        <translation>Sitzungen mit weitergegebenen Erinnerungen</translation>
    </message>
    <message>
        <source>Sessions without</source>
        <translation>Sitzungen ohne</translation>
    </message>
    <message>
        <source>Sessions without memories</source>
        <translation>Sitzungen ohne Erinnerungen</translation>
    </message>
    <message>
        <source>Set up Arbor</source>
        <translation>Arbor einrichten</translation>
    </message>
    <message>
        <source>Set up later</source>
        <translation>Später einrichten</translation>
    </message>
    <message>
        <source>Setting</source>
        <translation>Einstellung</translation>
    </message>
    <message>
        <source>Setting changed</source>
        <translation>Einstellung geändert</translation>
    </message>
    <message>
        <source>Setting restored</source>
        <translation>Einstellung wiederhergestellt</translation>
    </message>
    <message>
        <source>Setting, such as testing.coverage_target</source>
        <translation>Einstellung, etwa testing.coverage_target</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>Einstellungen</translation>
    </message>
    <message>
        <source>Settings, sources, backups you saved elsewhere and your AI tools&apos; own files are kept. Arbor won&apos;t read past conversations again, only new ones.</source>
        <translation>Einstellungen, Quellen, anderswo gespeicherte Sicherungen und die Dateien Ihrer KI-Werkzeuge bleiben. Arbor liest frühere Gespräche nicht erneut, nur neue.</translation>
    </message>
    <message>
        <source>Settings…</source>
        <translation>Einstellungen&#xa0;…</translation>
    </message>
    <message>
        <source>Several memories conflict</source>
        <translation>Mehrere Erinnerungen widersprechen sich</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>Teilen</translation>
    </message>
    <message>
        <source>Share anyway</source>
        <translation>Trotzdem teilen</translation>
    </message>
    <message>
        <source>Share every new memory of {project}</source>
        <translation>Jede neue Erinnerung von {project} teilen</translation>
    </message>
    <message>
        <source>Share everything new in {project}?</source>
        <translation>Alles Neue in {project} teilen?</translation>
    </message>
    <message>
        <source>Share memories about you and the project when a session starts.</source>
        <translation>Gibt zu Beginn einer Sitzung Erinnerungen über Sie und das Projekt weiter.</translation>
    </message>
    <message>
        <source>Share memories with connected AI tools</source>
        <translation>Erinnerungen mit verbundenen KI-Werkzeugen teilen</translation>
    </message>
    <message>
        <source>Share memories with your team</source>
        <translation>Erinnerungen mit Ihrem Team teilen</translation>
    </message>
    <message>
        <source>Share of relevant memories that helped. A memory is relevant if a conversation used it, or if you confirmed it or marked it wrong or outdated within a week of it being shared.</source>
        <translation>Anteil der passenden Erinnerungen, die halfen. Passend ist eine Erinnerung, die ein Gespräch verwendete oder die Sie innerhalb einer Woche nach der Weitergabe bestätigt oder als falsch oder veraltet markiert haben.</translation>
    </message>
    <message>
        <source>Share of this month&apos;s budget spent</source>
        <translation>Ausgegebener Anteil des Budgets dieses Monats</translation>
    </message>
    <message>
        <source>Share of uses in which the memory helped, or 1 if unknown</source>
        <translation>Anteil der Verwendungen, bei denen die Erinnerung half, oder 1, wenn unbekannt</translation>
    </message>
    <message>
        <source>Share with team</source>
        <translation>Mit Team teilen</translation>
    </message>
    <message>
        <source>Share with team, or withdraw</source>
        <translation>Mit dem Team teilen oder zurückziehen</translation>
    </message>
    <message>
        <source>Shared</source>
        <translation>Geteilt</translation>
    </message>
    <message>
        <source>Shared anyway</source>
        <translation>Trotzdem geteilt</translation>
    </message>
    <message>
        <source>Shared by {name} in {team}</source>
        <translation>Geteilt von {name} in {team}</translation>
    </message>
    <message>
        <source>Shared by {name}. If you edit it, you get a copy of your own.</source>
        <translation>Geteilt von {name}. Wenn Sie sie bearbeiten, entsteht eine eigene Kopie.</translation>
    </message>
    <message>
        <source>Shared memories (since deleted)</source>
        <translation>Weitergegebene, dann gelöschte Erinnerungen</translation>
    </message>
    <message>
        <source>Shared with the model for the first time in this chat.</source>
        <translation>In diesem Chat zum ersten Mal an das Modell weitergegeben.</translation>
    </message>
    <message>
        <source>Shared with the team by {name}.</source>
        <translation>Mit dem Team geteilt von {name}.</translation>
    </message>
    <message>
        <source>Shared with your team</source>
        <translation>Mit Ihrem Team geteilt</translation>
    </message>
    <message>
        <source>Shared {when}</source>
        <translation>Geteilt {when}</translation>
    </message>
    <message>
        <source>Shares every new memory, except Sensitive and Never share.</source>
        <translation>Teilt jede neue Erinnerung außer sensiblen und „Nie weitergeben“.</translation>
    </message>
    <message>
        <source>Shares memories when a session starts and with your prompts.</source>
        <translation>Gibt Erinnerungen weiter, wenn eine Sitzung beginnt, und zu Ihren Prompts.</translation>
    </message>
    <message>
        <source>Shares only memories you choose.</source>
        <translation>Teilt nur Erinnerungen, die Sie wählen.</translation>
    </message>
    <message>
        <source>Sharing</source>
        <translation>Teilen</translation>
    </message>
    <message>
        <source>Sharing allowed again</source>
        <translation>Weitergabe wieder erlaubt</translation>
    </message>
    <message>
        <source>Sharing and search always work as usual</source>
        <translation>Teilen und Suchen gehen immer wie gewohnt</translation>
    </message>
    <message>
        <source>Sharing in recent sessions</source>
        <translation>Weitergabe in den letzten Sitzungen</translation>
    </message>
    <message>
        <source>Sharing is off</source>
        <translation>Teilen ist aus</translation>
    </message>
    <message>
        <source>Sharing is off, so no memories are shared. Turn it on in Settings → Sharing.</source>
        <translation>Das Teilen ist aus, daher wird nichts weitergegeben. Einschalten unter Einstellungen → Teilen.</translation>
    </message>
    <message>
        <source>Sharing is off.</source>
        <translation>Die Weitergabe ist ausgeschaltet.</translation>
    </message>
    <message>
        <source>Sharing settings</source>
        <translation>Einstellungen zur Weitergabe</translation>
    </message>
    <message>
        <source>Sharing settings…</source>
        <translation>Einstellungen zum Teilen&#xa0;…</translation>
    </message>
    <message>
        <source>Shift</source>
        <translation>Umschalt</translation>
    </message>
    <message>
        <source>Shift A</source>
        <translation>Umschalt A</translation>
    </message>
    <message>
        <source>Short form</source>
        <translation>Kurzform</translation>
    </message>
    <message>
        <source>Shorten long memories</source>
        <translation>Lange Erinnerungen kürzen</translation>
    </message>
    <message>
        <source>Shorten long, old memories and archive unused inferred memories. Enter a cron schedule or “off”.</source>
        <translation>Lange, alte Erinnerungen kürzen und ungenutzte abgeleitete archivieren. Geben Sie einen Cron-Zeitplan oder „off“ ein.</translation>
    </message>
    <message>
        <source>Shortened</source>
        <translation>Gekürzt</translation>
    </message>
    <message>
        <source>Shortens old, long memories, but keeps their full text. Archives inferred memories that were never confirmed and not used for 90 days.</source>
        <translation>Kürzt alte, lange Erinnerungen, behält aber ihren vollen Text. Archiviert gefolgerte Erinnerungen, die nie bestätigt und 90 Tage nicht verwendet wurden.</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>Anzeigen</translation>
    </message>
    <message numerus="yes">
        <source>Show %n earlier messages</source>
        <translation>
            <numerusform>%n frühere Nachricht anzeigen</numerusform>
            <numerusform>%n frühere Nachrichten anzeigen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Show %n matches with any status</source>
        <translation>
            <numerusform>%n Treffer mit beliebigem Status anzeigen</numerusform>
            <numerusform>%n Treffer mit beliebigem Status anzeigen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Show %n matches without filters</source>
        <translation>
            <numerusform>%n Treffer ohne Filter anzeigen</numerusform>
            <numerusform>%n Treffer ohne Filter anzeigen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Show %n uses</source>
        <translation>
            <numerusform>%n Verwendung anzeigen</numerusform>
            <numerusform>%n Verwendungen anzeigen</numerusform>
        </translation>
    </message>
    <message>
        <source>Show Source, History or Related</source>
        <translation>Quelle, Änderungen oder Verwandt anzeigen</translation>
    </message>
    <message>
        <source>Show activity</source>
        <translation>Aktivität anzeigen</translation>
    </message>
    <message>
        <source>Show all</source>
        <translation>Alle anzeigen</translation>
    </message>
    <message numerus="yes">
        <source>Show all %n</source>
        <translation>
            <numerusform>%n anzeigen</numerusform>
            <numerusform>Alle %n anzeigen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Show all %n backups</source>
        <translation>
            <numerusform>%n Sicherung anzeigen</numerusform>
            <numerusform>Alle %n Sicherungen anzeigen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Show all %n characters</source>
        <translation>
            <numerusform>%n Zeichen anzeigen</numerusform>
            <numerusform>Alle %n Zeichen anzeigen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Show all %n rules</source>
        <translation>
            <numerusform>%n Regel anzeigen</numerusform>
            <numerusform>Alle %n Regeln anzeigen</numerusform>
        </translation>
    </message>
    <message>
        <source>Show all / show less</source>
        <translation>Alle anzeigen, weniger anzeigen</translation>
    </message>
    <message>
        <source>Show all branches</source>
        <translation>Alle Branches anzeigen</translation>
    </message>
    <message>
        <source>Show all branches to see the project&apos;s other memories.</source>
        <translation>Zeigen Sie alle Branches, um die übrigen Erinnerungen des Projekts zu sehen.</translation>
    </message>
    <message>
        <source>Show all events to see what else happened.</source>
        <translation>Zeigen Sie alle Ereignisse an, um zu sehen, was sonst geschah.</translation>
    </message>
    <message>
        <source>Show all in Conversations</source>
        <translation>Alle in Gesprächen anzeigen</translation>
    </message>
    <message>
        <source>Show all memories found by this rule</source>
        <translation>Alle von dieser Regel gefundenen Erinnerungen anzeigen</translation>
    </message>
    <message>
        <source>Show all projects</source>
        <translation>Alle Projekte anzeigen</translation>
    </message>
    <message>
        <source>Show all tasks</source>
        <translation>Alle Aufgaben anzeigen</translation>
    </message>
    <message>
        <source>Show archived memories</source>
        <translation>Archivierte Erinnerungen anzeigen</translation>
    </message>
    <message>
        <source>Show as</source>
        <translation>Anzeigen als</translation>
    </message>
    <message>
        <source>Show as chart</source>
        <translation>Als Diagramm anzeigen</translation>
    </message>
    <message>
        <source>Show as graph</source>
        <translation>Als Graph anzeigen</translation>
    </message>
    <message>
        <source>Show as table</source>
        <translation>Als Tabelle anzeigen</translation>
    </message>
    <message>
        <source>Show charts, timeline, graph, or whether memories help</source>
        <translation>Diagramme, Zeitachse, Graph oder ob Erinnerungen helfen anzeigen</translation>
    </message>
    <message>
        <source>Show context</source>
        <translation>Kontext anzeigen</translation>
    </message>
    <message>
        <source>Show details</source>
        <translation>Angaben anzeigen</translation>
    </message>
    <message>
        <source>Show earlier messages</source>
        <translation>Frühere Nachrichten anzeigen</translation>
    </message>
    <message>
        <source>Show files</source>
        <translation>Dateien zeigen</translation>
    </message>
    <message>
        <source>Show folder</source>
        <translation>Ordner anzeigen</translation>
    </message>
    <message>
        <source>Show full text</source>
        <translation>Ganzen Text anzeigen</translation>
    </message>
    <message>
        <source>Show in Memories</source>
        <translation>In Erinnerungen anzeigen</translation>
    </message>
    <message>
        <source>Show in folder</source>
        <translation>Im Ordner anzeigen</translation>
    </message>
    <message>
        <source>Show in text</source>
        <translation>Im Text zeigen</translation>
    </message>
    <message>
        <source>Show in transcript</source>
        <translation>Im Verlauf zeigen</translation>
    </message>
    <message>
        <source>Show integrations</source>
        <translation>Anbindungen anzeigen</translation>
    </message>
    <message>
        <source>Show less</source>
        <translation>Weniger anzeigen</translation>
    </message>
    <message>
        <source>Show log</source>
        <translation>Protokoll anzeigen</translation>
    </message>
    <message>
        <source>Show maintenance log</source>
        <translation>Wartungsprotokoll anzeigen</translation>
    </message>
    <message>
        <source>Show memories</source>
        <translation>Erinnerungen anzeigen</translation>
    </message>
    <message>
        <source>Show memories found by this rule</source>
        <translation>Von dieser Regel gefundene Erinnerungen anzeigen</translation>
    </message>
    <message>
        <source>Show memories found by {rule}</source>
        <translation>Von {rule} gefundene Erinnerungen anzeigen</translation>
    </message>
    <message>
        <source>Show memories in use</source>
        <translation>Verwendete Erinnerungen anzeigen</translation>
    </message>
    <message>
        <source>Show memory</source>
        <translation>Erinnerung anzeigen</translation>
    </message>
    <message>
        <source>Show newer memory</source>
        <translation>Neuere Erinnerung anzeigen</translation>
    </message>
    <message>
        <source>Show older runs</source>
        <translation>Ältere Läufe anzeigen</translation>
    </message>
    <message>
        <source>Show report</source>
        <translation>Bericht anzeigen</translation>
    </message>
    <message>
        <source>Show resolved</source>
        <translation>Gelöste anzeigen</translation>
    </message>
    <message>
        <source>Show sessions with shared memories</source>
        <translation>Sitzungen mit weitergegebenen Erinnerungen anzeigen</translation>
    </message>
    <message>
        <source>Show what it saw</source>
        <translation>Zeigen, was es sah</translation>
    </message>
    <message>
        <source>Show what your AI sees in this project</source>
        <translation>Anzeigen, was Ihre KI in diesem Projekt sieht</translation>
    </message>
    <message>
        <source>Show whole graph</source>
        <translation>Ganzen Graphen anzeigen</translation>
    </message>
    <message>
        <source>Show {memories}</source>
        <translation>{memories} anzeigen</translation>
    </message>
    <message>
        <source>Show {what}</source>
        <translation>{what} anzeigen</translation>
    </message>
    <message>
        <source>Showing only branch {name}. Click to show all branches.</source>
        <translation>Nur Branch {name} wird angezeigt. Klicken, um alle Branches anzuzeigen.</translation>
    </message>
    <message>
        <source>Showing {memories} and {links}.</source>
        <translation>{memories} und {links} werden angezeigt.</translation>
    </message>
    <message>
        <source>Sign out of that session.</source>
        <translation>Melden Sie diese Sitzung ab.</translation>
    </message>
    <message>
        <source>Similar</source>
        <translation>Ähnlich</translation>
    </message>
    <message>
        <source>Similar past tasks</source>
        <translation>Ähnliche frühere Aufgaben</translation>
    </message>
    <message>
        <source>Similar tasks</source>
        <translation>Ähnliche Aufgaben</translation>
    </message>
    <message>
        <source>Since {event}, a {tool} session has run without contacting Arbor.</source>
        <translation>Seit {event} lief eine Sitzung von {tool} ohne Verbindung zu Arbor.</translation>
    </message>
    <message>
        <source>Since {event}, {count} {tool} sessions have run without contacting Arbor.</source>
        <translation>Seit {event} liefen {count} Sitzungen von {tool} ohne Verbindung zu Arbor.</translation>
    </message>
    <message>
        <source>Single-key shortcuts</source>
        <translation>Tastenkürzel mit einer Taste</translation>
    </message>
    <message>
        <source>Size limit</source>
        <translation>Höchstgröße</translation>
    </message>
    <message>
        <source>Size of global memories</source>
        <translation>Größe der globalen Erinnerungen</translation>
    </message>
    <message>
        <source>Size of project memories</source>
        <translation>Größe der Projekterinnerungen</translation>
    </message>
    <message>
        <source>Skill</source>
        <translation>Fähigkeit</translation>
    </message>
    <message>
        <source>Skip</source>
        <translation>Überspringen</translation>
    </message>
    <message>
        <source>Skip for now</source>
        <translation>Vorerst überspringen</translation>
    </message>
    <message>
        <source>Skipped</source>
        <translation>Übersprungen</translation>
    </message>
    <message>
        <source>Social security number</source>
        <translation>Sozialversicherungsnummer</translation>
    </message>
    <message>
        <source>Solution</source>
        <translation>Lösung</translation>
    </message>
    <message>
        <source>Some changes from {name} are missing. They may still arrive.</source>
        <translation>Einige Änderungen von {name} fehlen. Sie können noch ankommen.</translation>
    </message>
    <message>
        <source>Some characters (�) can&apos;t be read: their encoding is unknown.</source>
        <translation>Einige Zeichen (�) sind nicht lesbar: Ihre Kodierung ist unbekannt.</translation>
    </message>
    <message>
        <source>Some of its hooks are missing, there twice or no longer used.</source>
        <translation>Einige Hooks fehlen, sind doppelt vorhanden oder werden nicht mehr verwendet.</translation>
    </message>
    <message>
        <source>Some sessions start without memories, so you can see what they change. Nothing leaves this computer.</source>
        <translation>Manche Sitzungen beginnen ohne Erinnerungen, damit Sie sehen, was sie ändern. Nichts verlässt diesen Computer.</translation>
    </message>
    <message>
        <source>Something went wrong</source>
        <translation>Etwas ist schiefgegangen</translation>
    </message>
    <message>
        <source>Something went wrong in Arbor. Try again.</source>
        <translation>In Arbor ist etwas schiefgegangen. Versuchen Sie es erneut.</translation>
    </message>
    <message>
        <source>Something went wrong. This page may be out of date.</source>
        <translation>Etwas ist schiefgegangen. Diese Seite ist vielleicht nicht aktuell.</translation>
    </message>
    <message>
        <source>Something went wrong: {error}</source>
        <translation>Etwas ist schiefgegangen: {error}</translation>
    </message>
    <message>
        <source>Sort by {column}</source>
        <translation>Nach {column} sortieren</translation>
    </message>
    <message>
        <source>Sort order</source>
        <translation>Sortierung</translation>
    </message>
    <message>
        <source>Sounds like</source>
        <translation>Klingt nach</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>Quelle</translation>
    </message>
    <message>
        <source>Source and similar memories</source>
        <translation>Quelle und ähnliche Erinnerungen</translation>
    </message>
    <message>
        <source>Source of {memories}.</source>
        <translation>Quelle von {memories}.</translation>
    </message>
    <message>
        <source>Sources</source>
        <translation>Quellen</translation>
    </message>
    <message>
        <source>Spent this month</source>
        <translation>Diesen Monat ausgegeben</translation>
    </message>
    <message>
        <source>Split CLAUDE.md back into its parts</source>
        <translation>CLAUDE.md wieder in ihre Teile teilen</translation>
    </message>
    <message>
        <source>Stack</source>
        <translation>Technik</translation>
    </message>
    <message>
        <source>Standing instruction</source>
        <translation>Dauerhafte Anweisung</translation>
    </message>
    <message>
        <source>Start Arbor in the tray, without a window, when you log in.</source>
        <translation>Startet Arbor beim Anmelden im Infobereich, ohne Fenster.</translation>
    </message>
    <message>
        <source>Start Codex, type /hooks and trust Arbor&apos;s hooks. Then start a session.</source>
        <translation>Starten Sie Codex, geben Sie /hooks ein und vertrauen Sie denen von Arbor; beginnen Sie dann eine Sitzung.</translation>
    </message>
    <message>
        <source>Start a new session in a connected AI tool: it sees your memories.</source>
        <translation>Beginnen Sie eine neue Sitzung in einem verbundenen KI-Werkzeug: Es sieht Ihre Erinnerungen.</translation>
    </message>
    <message>
        <source>Start a new {tool} session. It will then see your memories.</source>
        <translation>Beginnen Sie eine neue Sitzung von {tool}; sie erhält dann Ihre Erinnerungen.</translation>
    </message>
    <message>
        <source>Start at login</source>
        <translation>Beim Anmelden starten</translation>
    </message>
    <message>
        <source>Start from this text</source>
        <translation>Mit diesem Text beginnen</translation>
    </message>
    <message>
        <source>Start over</source>
        <translation>Von vorn beginnen</translation>
    </message>
    <message>
        <source>Start search</source>
        <translation>Suche beginnen</translation>
    </message>
    <message>
        <source>Start with the newer text. Click a highlighted word below to add it.</source>
        <translation>Beginnen Sie mit dem neueren Text. Ein Klick auf ein markiertes Wort unten fügt es hinzu.</translation>
    </message>
    <message>
        <source>Start with the newest text. Click a highlighted word below to add it.</source>
        <translation>Beginnen Sie mit dem neuesten Text. Ein Klick auf ein markiertes Wort unten fügt es hinzu.</translation>
    </message>
    <message>
        <source>Started</source>
        <translation>Beginn</translation>
    </message>
    <message numerus="yes">
        <source>Started with %n memories</source>
        <translation>
            <numerusform>Mit %n Erinnerung begonnen</numerusform>
            <numerusform>Mit %n Erinnerungen begonnen</numerusform>
        </translation>
    </message>
    <message>
        <source>Started without memories</source>
        <translation>Ohne Erinnerungen begonnen</translation>
    </message>
    <message>
        <source>Started without memories. The damaged file is kept as {file}.</source>
        <translation>Ohne Erinnerungen begonnen. Die beschädigte Datei bleibt als {file}.</translation>
    </message>
    <message>
        <source>Starting…</source>
        <translation>Beginnt&#xa0;…</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>Status</source>
        <translation>Status</translation>
    </message>
    <message>
        <source>Status and costs</source>
        <translation>Status und Verbrauch</translation>
    </message>
    <message>
        <source>Status, reversed</source>
        <translation>Status, umgekehrt</translation>
    </message>
    <message>
        <source>Steps already finished are not undone.</source>
        <translation>Bereits abgeschlossene Schritte werden nicht rückgängig gemacht.</translation>
    </message>
    <message>
        <source>Still in Arbor&apos;s folder</source>
        <translation>Noch in Arbors Ordner</translation>
    </message>
    <message>
        <source>Still needed</source>
        <translation>Noch nötig</translation>
    </message>
    <message>
        <source>Still true?</source>
        <translation>Stimmt das noch?</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>Stop answer</source>
        <translation>Antwort anhalten</translation>
    </message>
    <message>
        <source>Stop ignoring</source>
        <translation>Nicht mehr ignorieren</translation>
    </message>
    <message>
        <source>Stop ignoring this project</source>
        <translation>Dieses Projekt nicht mehr ignorieren</translation>
    </message>
    <message>
        <source>Stop maintenance</source>
        <translation>Wartung anhalten</translation>
    </message>
    <message>
        <source>Stop reading</source>
        <translation>Lesen anhalten</translation>
    </message>
    <message>
        <source>Stop trusting {name}</source>
        <translation>{name} nicht mehr vertrauen</translation>
    </message>
    <message>
        <source>Stop using the model for the rest of a month once it has cost this much. Set to 0 for no limit.</source>
        <translation>Verwendet das Modell für den Rest des Monats nicht mehr, sobald es so viel gekostet hat; 0 setzt keine Grenze.</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>Angehalten</translation>
    </message>
    <message>
        <source>Stopped before anything was read</source>
        <translation>Angehalten, bevor etwas gelesen wurde</translation>
    </message>
    <message>
        <source>Stopping…</source>
        <translation>Hält an&#xa0;…</translation>
    </message>
    <message>
        <source>Stops synchronizing this device. Its memories stay.</source>
        <translation>Beendet die Synchronisierung dieses Geräts. Seine Erinnerungen bleiben.</translation>
    </message>
    <message>
        <source>Sub-agent</source>
        <translation>Unteragent</translation>
    </message>
    <message>
        <source>Succeeded</source>
        <translation>Gelungen</translation>
    </message>
    <message>
        <source>Success</source>
        <translation>Erfolg</translation>
    </message>
    <message>
        <source>Suggested</source>
        <translation>Vorgeschlagen</translation>
    </message>
    <message>
        <source>Suggested by AI tools</source>
        <translation>Von KI-Werkzeugen vorgeschlagen</translation>
    </message>
    <message>
        <source>Suggested by an AI tool</source>
        <translation>Von einem KI-Werkzeug vorgeschlagen</translation>
    </message>
    <message>
        <source>Suggested change</source>
        <translation>Vorgeschlagene Änderung</translation>
    </message>
    <message>
        <source>Suggested wording</source>
        <translation>Vorgeschlagener Wortlaut</translation>
    </message>
    <message>
        <source>Suggested: {action}</source>
        <translation>Vorschlag: {action}</translation>
    </message>
    <message>
        <source>Suggestion accepted: memory changed</source>
        <translation>Vorschlag angenommen: Erinnerung geändert</translation>
    </message>
    <message>
        <source>Suggestion accepted: memory deleted</source>
        <translation>Vorschlag angenommen: Erinnerung gelöscht</translation>
    </message>
    <message>
        <source>Suggestion rejected: memory unchanged</source>
        <translation>Vorschlag abgelehnt: Erinnerung unverändert</translation>
    </message>
    <message>
        <source>Suggestions can&apos;t be edited. Press Ctrl+O to open the memory.</source>
        <translation>Vorschläge lassen sich nicht bearbeiten. Ctrl+O öffnet die Erinnerung.</translation>
    </message>
    <message>
        <source>Summaries</source>
        <translation>Zusammenfassungen</translation>
    </message>
    <message>
        <source>Summary</source>
        <translation>Zusammenfassung</translation>
    </message>
    <message>
        <source>Summary as Markdown</source>
        <translation>Zusammenfassung als Markdown</translation>
    </message>
    <message>
        <source>Summary cleared</source>
        <translation>Zusammenfassung geleert</translation>
    </message>
    <message>
        <source>Summary of earlier messages</source>
        <translation>Zusammenfassung früherer Nachrichten</translation>
    </message>
    <message>
        <source>Sunday</source>
        <translation>Sonntag</translation>
    </message>
    <message>
        <source>Supported, but not found on this computer</source>
        <translation>Unterstützt, auf diesem Computer nicht gefunden</translation>
    </message>
    <message>
        <source>Sync</source>
        <translation>Synchronisierung</translation>
    </message>
    <message>
        <source>Sync now</source>
        <translation>Jetzt synchronisieren</translation>
    </message>
    <message>
        <source>Synchronized: {sent}, {received}</source>
        <translation>Synchronisiert: {sent}, {received}</translation>
    </message>
    <message>
        <source>System</source>
        <translation>System</translation>
    </message>
    <message>
        <source>System keyring</source>
        <translation>Schlüsselbund des Systems</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>Tabelle</translation>
    </message>
    <message>
        <source>Table (*.csv)</source>
        <translation>Tabelle (*.csv)</translation>
    </message>
    <message>
        <source>Table (CSV)</source>
        <translation>Tabelle (CSV)</translation>
    </message>
    <message>
        <source>Tag</source>
        <translation>Schlagwort</translation>
    </message>
    <message>
        <source>Tag to add</source>
        <translation>Neues Schlagwort</translation>
    </message>
    <message>
        <source>Tags</source>
        <translation>Schlagwörter</translation>
    </message>
    <message>
        <source>Task</source>
        <translation>Aufgabe</translation>
    </message>
    <message>
        <source>Team</source>
        <translation>Team</translation>
    </message>
    <message>
        <source>Team created</source>
        <translation>Team angelegt</translation>
    </message>
    <message>
        <source>Team memories here stay usable.</source>
        <translation>Die Erinnerungen des Teams hier bleiben nutzbar.</translation>
    </message>
    <message>
        <source>Team name</source>
        <translation>Name des Teams</translation>
    </message>
    <message>
        <source>Team offline</source>
        <translation>Team offline</translation>
    </message>
    <message>
        <source>Technologies</source>
        <translation>Techniken</translation>
    </message>
    <message>
        <source>Technologies whose pitfalls apply everywhere</source>
        <translation>Techniken, deren Stolperfallen überall gelten</translation>
    </message>
    <message>
        <source>Technology</source>
        <translation>Technik</translation>
    </message>
    <message>
        <source>Technology, expiry, condition, category, confidence, links, ID</source>
        <translation>Technik, Ablauf, Bedingung, Kategorie, Gewissheit, Verknüpfungen, ID</translation>
    </message>
    <message>
        <source>Test</source>
        <translation>Test</translation>
    </message>
    <message>
        <source>Test folders</source>
        <translation>Testordner</translation>
    </message>
    <message>
        <source>Tests</source>
        <translation>Tests</translation>
    </message>
    <message>
        <source>Tests, builds and checks</source>
        <translation>Tests, Builds und Prüfungen</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>Text</translation>
    </message>
    <message>
        <source>Text (*.txt)</source>
        <translation>Text (*.txt)</translation>
    </message>
    <message>
        <source>Text and memories</source>
        <translation>Text und Erinnerungen</translation>
    </message>
    <message>
        <source>Text block</source>
        <translation>Textblock</translation>
    </message>
    <message>
        <source>Text saved. The memory still needs review.</source>
        <translation>Text gespeichert. Sie ist weiter zu prüfen</translation>
    </message>
    <message>
        <source>That conversation is no longer available</source>
        <translation>Dieses Gespräch ist nicht mehr verfügbar</translation>
    </message>
    <message>
        <source>That is in about a week.</source>
        <translation>Das ist in etwa einer Woche.</translation>
    </message>
    <message>
        <source>That is in about {n} weeks.</source>
        <translation>Das ist in etwa {n} Wochen.</translation>
    </message>
    <message>
        <source>That is in more than a year.</source>
        <translation>Das ist in mehr als einem Jahr.</translation>
    </message>
    <message>
        <source>That memory no longer exists.</source>
        <translation>Diese Erinnerung gibt es nicht mehr.</translation>
    </message>
    <message>
        <source>The AI said and did nothing from here on.</source>
        <translation>Von hier an sagte und tat die KI nichts.</translation>
    </message>
    <message>
        <source>The account signed in to Claude Code has no credit left. Add credit or raise its limit, or choose another way to read conversations.</source>
        <translation>Das Konto, mit dem Claude Code angemeldet ist, hat kein Guthaben mehr. Laden Sie Guthaben auf, erhöhen Sie das Limit oder lassen Sie Gespräche anders lesen.</translation>
    </message>
    <message>
        <source>The account signed in to Claude Code is not allowed to use Claude. Check the account or sign in with another one.</source>
        <translation>Das in Claude Code angemeldete Konto darf Claude nicht verwenden. Prüfen Sie das Konto oder melden Sie sich mit einem anderen an.</translation>
    </message>
    <message>
        <source>The address</source>
        <translation>Die Adresse</translation>
    </message>
    <message>
        <source>The answer did not come from Anthropic&apos;s service. A proxy or a network sign-in page may have replaced it. Check the network.</source>
        <translation>Die Antwort kam nicht vom Dienst von Anthropic. Vielleicht hat ein Proxy oder die Anmeldeseite eines Netzwerks sie ersetzt. Prüfen Sie das Netzwerk.</translation>
    </message>
    <message>
        <source>The answer reached the length limit. Ask the model to continue.</source>
        <translation>Die Antwort erreichte die Höchstlänge. Bitten Sie das Modell um Fortsetzung.</translation>
    </message>
    <message>
        <source>The answer was cut off here.</source>
        <translation>Hier wurde die Antwort abgeschnitten.</translation>
    </message>
    <message>
        <source>The answer was interrupted.</source>
        <translation>Die Antwort wurde unterbrochen.</translation>
    </message>
    <message>
        <source>The answer was stopped here.</source>
        <translation>Hier wurde die Antwort angehalten.</translation>
    </message>
    <message>
        <source>The certificate of {server} is not trusted. If you use a proxy, set the environment variable SSL_CERT_FILE to the path of the proxy&apos;s certificate file.</source>
        <translation>Dem Zertifikat von {server} wird nicht vertraut. Falls Sie einen Proxy verwenden, setzen Sie die Umgebungsvariable SSL_CERT_FILE auf die Datei mit dessen Zertifikat.</translation>
    </message>
    <message>
        <source>The claude command does not recognise this model. Choose another model.</source>
        <translation>Der Befehl claude kennt dieses Modell nicht. Wählen Sie ein anderes.</translation>
    </message>
    <message>
        <source>The claude command sends your messages and the replies to Anthropic.</source>
        <translation>Ihre Nachrichten und die Antworten gehen über den Befehl claude an Anthropic.</translation>
    </message>
    <message>
        <source>The claude command was not found on this computer. Install Claude Code, then come back here.</source>
        <translation>Auf diesem Computer gibt es keinen Befehl claude. Installieren Sie Claude Code und kommen Sie dann wieder.</translation>
    </message>
    <message>
        <source>The claude command was not found on this computer. Install Claude Code, then try again.</source>
        <translation>Der Befehl claude wurde auf diesem Computer nicht gefunden. Installieren Sie Claude Code und versuchen Sie es erneut.</translation>
    </message>
    <message>
        <source>The clock of {name} or of this device is wrong: they differ by hours.</source>
        <translation>Die Uhr von {name} oder von diesem Gerät geht falsch: Sie weichen um Stunden voneinander ab.</translation>
    </message>
    <message numerus="yes">
        <source>The condition is %n characters too long.</source>
        <translation>
            <numerusform>Die Bedingung ist %n Zeichen zu lang.</numerusform>
            <numerusform>Die Bedingung ist %n Zeichen zu lang.</numerusform>
        </translation>
    </message>
    <message>
        <source>The conflict over {topic} was reopened</source>
        <translation>Der Konflikt ({topic}) wurde wieder geöffnet</translation>
    </message>
    <message>
        <source>The conflict was reopened</source>
        <translation>Der Konflikt wurde wieder geöffnet</translation>
    </message>
    <message>
        <source>The connection was lost during the answer. Arbor will try again later.</source>
        <translation>Die Verbindung brach mitten in der Antwort ab; Arbor versucht es später erneut.</translation>
    </message>
    <message>
        <source>The conversation is no longer available.</source>
        <translation>Das Gespräch ist nicht mehr verfügbar.</translation>
    </message>
    <message>
        <source>The encryption of the memory is being changed by another Arbor. Try again when that is done.</source>
        <translation>Ein anderes Arbor ändert gerade die Verschlüsselung. Versuchen Sie es danach erneut.</translation>
    </message>
    <message>
        <source>The file can&apos;t be read, so it is left unchanged.</source>
        <translation>Die Datei ist nicht lesbar und bleibt unverändert.</translation>
    </message>
    <message>
        <source>The file contains a path on this computer, so keep it out of version control.</source>
        <translation>Die Datei nennt einen Pfad dieses Computers; nehmen Sie sie nicht in die Versionsverwaltung auf.</translation>
    </message>
    <message>
        <source>The file itself is not changed. While {tool} is turned on, Arbor keeps versions of it again.</source>
        <translation>Die Datei selbst wird nicht verändert. Solange {tool} eingeschaltet ist, bewahrt Arbor wieder Versionen davon auf.</translation>
    </message>
    <message>
        <source>The file no longer exists</source>
        <translation>Die Datei gibt es nicht mehr</translation>
    </message>
    <message>
        <source>The file no longer exists. Arbor still has the conversation.</source>
        <translation>Die Datei gibt es nicht mehr. Arbor hat das Gespräch noch.</translation>
    </message>
    <message>
        <source>The file was edited outside Arbor. Choose “Update now” to read the changes.</source>
        <translation>Die Datei wurde außerhalb von Arbor bearbeitet. Wählen Sie „Jetzt aktualisieren“, um die Änderungen einzulesen.</translation>
    </message>
    <message>
        <source>The first answer needs about {n}.</source>
        <translation>Die erste Antwort braucht etwa {n}.</translation>
    </message>
    <message>
        <source>The folder no longer exists</source>
        <translation>Den Ordner gibt es nicht mehr</translation>
    </message>
    <message>
        <source>The folder of your devices can&apos;t be read: {folder} ({error}).</source>
        <translation>Der Ordner Ihrer Geräte kann nicht gelesen werden: {folder} ({error}).</translation>
    </message>
    <message>
        <source>The folder of your devices can&apos;t be written: {folder} ({error}).</source>
        <translation>In den Ordner Ihrer Geräte kann nicht geschrieben werden: {folder} ({error}).</translation>
    </message>
    <message>
        <source>The folder of your own BERT model, used if the setting search.vectors is “folder”.</source>
        <translation>Der Ordner Ihres eigenen BERT-Modells, wenn search.vectors „folder“ ist.</translation>
    </message>
    <message>
        <source>The key is kept in this computer&apos;s keyring. You get a recovery code to write down.</source>
        <translation>Der Schlüssel liegt im Schlüsselbund dieses Computers. Sie erhalten einen Wiederherstellungscode zum Aufschreiben.</translation>
    </message>
    <message>
        <source>The keyring does not have the key of your devices, as after copying Arbor&apos;s folder to another computer. Leave your devices, then join them again.</source>
        <translation>Der Schlüsselbund hat den Schlüssel Ihrer Geräte nicht, etwa nachdem der Ordner von Arbor auf einen anderen Computer kopiert wurde. Verlassen Sie Ihre Geräte und treten Sie ihnen dann wieder bei.</translation>
    </message>
    <message>
        <source>The keyring does not have the password of your team, as after copying Arbor&apos;s folder to another computer. Leave the team, then join it with a new invitation.</source>
        <translation>Der Schlüsselbund hat das Passwort Ihres Teams nicht, etwa nachdem Arbors Ordner auf einen anderen Rechner kopiert wurde. Verlassen Sie das Team und treten Sie ihm mit einer neuen Einladung bei.</translation>
    </message>
    <message>
        <source>The language of Arbor&apos;s window. Changes apply after you restart Arbor.</source>
        <translation>Die Sprache von Arbors Fenster. Änderungen gelten nach einem Neustart von Arbor.</translation>
    </message>
    <message>
        <source>The last {tool} hook call failed: {trouble} Your session continued without memories. For details, run “arbor doctor” in a terminal.</source>
        <translation>Der letzte Aufruf des Hooks von {tool} ist fehlgeschlagen: {trouble} Ihre Sitzung lief ohne Erinnerungen weiter. Näheres zeigt „arbor doctor“ im Terminal.</translation>
    </message>
    <message>
        <source>The memories are kept and won&apos;t be flagged again unless one changes.</source>
        <translation>Die Erinnerungen bleiben und werden erst wieder gemeldet, wenn sich eine ändert.</translation>
    </message>
    <message>
        <source>The memories as mem0 lists them</source>
        <translation>Die Erinnerungen, wie mem0 sie auflistet</translation>
    </message>
    <message>
        <source>The memories disagree: {values}. Only one can be true.</source>
        <translation>Die Erinnerungen widersprechen sich: {values}. Nur eine kann stimmen.</translation>
    </message>
    <message>
        <source>The memories in this category are sensitive or marked “never share”. Summaries leave out such memories.</source>
        <translation>Die Erinnerungen dieser Kategorie sind sensibel oder nie weiterzugeben. Solche Erinnerungen stehen in keiner Zusammenfassung.</translation>
    </message>
    <message>
        <source>The memory becomes active again. If it contradicts another one, you decide in Conflicts.</source>
        <translation>Die Erinnerung wird wieder aktiv. Widerspricht sie einer anderen, entscheiden Sie unter Konflikte.</translation>
    </message>
    <message>
        <source>The memory file and its search index are intact.</source>
        <translation>Die Erinnerungsdatei und ihr Suchindex sind in Ordnung.</translation>
    </message>
    <message>
        <source>The memory is deleted only if you accept. You can undo the deletion.</source>
        <translation>Die Erinnerung wird nur gelöscht, wenn Sie annehmen. Das Löschen lässt sich rückgängig machen.</translation>
    </message>
    <message>
        <source>The memory is encrypted with a new key, and you get a new recovery code.</source>
        <translation>Alles wird mit einem neuen Schlüssel verschlüsselt, und Sie erhalten einen neuen Wiederherstellungscode.</translation>
    </message>
    <message>
        <source>The memory of the branch was cleared</source>
        <translation>Die Erinnerungen des Branches wurden geleert</translation>
    </message>
    <message>
        <source>The memory.jsonl of that server</source>
        <translation>Die memory.jsonl dieses Servers</translation>
    </message>
    <message>
        <source>The model also compares memories, checks conflicts and writes summaries. Sensitive memories are never sent for this.</source>
        <translation>Das Modell vergleicht auch Erinnerungen, prüft Konflikte und schreibt Zusammenfassungen. Sensible Erinnerungen werden dafür nie gesendet.</translation>
    </message>
    <message>
        <source>The model can&apos;t be reached</source>
        <translation>Das Modell ist nicht erreichbar</translation>
    </message>
    <message>
        <source>The model cited no memories for this answer.</source>
        <translation>Das Modell hat für diese Antwort keine Erinnerungen angeführt.</translation>
    </message>
    <message>
        <source>The model couldn&apos;t answer</source>
        <translation>Das Modell konnte nicht antworten</translation>
    </message>
    <message>
        <source>The model is overloaded</source>
        <translation>Das Modell ist überlastet</translation>
    </message>
    <message>
        <source>The model is paused</source>
        <translation>Das Modell ist angehalten</translation>
    </message>
    <message>
        <source>The model joined what was known with what was said now</source>
        <translation>Das Modell hat Bekanntes mit dem jetzt Gesagten verbunden</translation>
    </message>
    <message>
        <source>The model judged that something said later replaced it</source>
        <translation>Nach dem Urteil des Modells hat etwas später Gesagtes sie ersetzt</translation>
    </message>
    <message>
        <source>The model judged that this was already saved, in other words</source>
        <translation>Nach dem Urteil des Modells war das schon in anderen Worten gespeichert</translation>
    </message>
    <message>
        <source>The model refused to answer.</source>
        <translation>Das Modell wollte nicht antworten.</translation>
    </message>
    <message>
        <source>The model sees your global memories and the memories of the project you choose. If a memory is saved in the chat, you can undo that.</source>
        <translation>Das Modell sieht Ihre globalen Erinnerungen und die des gewählten Projekts. Wird im Chat eine Erinnerung gespeichert, lässt sich das rückgängig machen.</translation>
    </message>
    <message>
        <source>The model sees your global memories and this project&apos;s memories with every prompt.</source>
        <translation>Ihre globalen Erinnerungen und die dieses Projekts werden mit jedem Prompt weitergegeben.</translation>
    </message>
    <message>
        <source>The model sees your global memories with every prompt. Choose a project to add its memories.</source>
        <translation>Ihre globalen Erinnerungen werden mit jedem Prompt weitergegeben. Wählen Sie ein Projekt, um seine Erinnerungen hinzuzufügen.</translation>
    </message>
    <message>
        <source>The model&apos;s answer was too long and was cut off.</source>
        <translation>Die Antwort des Modells war länger als erlaubt und wurde abgeschnitten.</translation>
    </message>
    <message>
        <source>The network proxy refused the connection. Check your system&apos;s proxy settings.</source>
        <translation>Der Proxy des Netzwerks hat die Verbindung abgelehnt. Prüfen Sie die Proxy-Einstellungen des Systems.</translation>
    </message>
    <message>
        <source>The network proxy requires a sign-in. Check your system&apos;s proxy settings.</source>
        <translation>Der Proxy des Netzwerks braucht eine Anmeldung. Prüfen Sie die Proxy-Einstellungen des Systems.</translation>
    </message>
    <message>
        <source>The newer memory says that {other} replaces {one}.</source>
        <translation>Die neuere sagt, dass {other} {one} ersetzt.</translation>
    </message>
    <message>
        <source>The older memories move to Review and are shared again only if you choose “Keep” there.</source>
        <translation>Die älteren Erinnerungen kommen zum Prüfen und werden nur wieder weitergegeben, wenn Sie dort „Behalten“ wählen.</translation>
    </message>
    <message>
        <source>The older memory moves to Review and is shared again only if you choose “Keep” there.</source>
        <translation>Die ältere Erinnerung kommt zum Prüfen und wird nur wieder weitergegeben, wenn Sie dort „Behalten“ wählen.</translation>
    </message>
    <message>
        <source>The originals are archived. Find them in the new memory&apos;s Related tab.</source>
        <translation>Die Originale werden archiviert. Sie finden sie im Reiter „Verwandt“ der neuen Erinnerung.</translation>
    </message>
    <message>
        <source>The originals are replaced. You can undo this.</source>
        <translation>Die Originale werden ersetzt. Sie können das rückgängig machen.</translation>
    </message>
    <message>
        <source>The other memories are archived. You can undo this or reopen the conflict.</source>
        <translation>Die anderen Erinnerungen werden archiviert. Sie können dies rückgängig machen oder den Konflikt wieder öffnen.</translation>
    </message>
    <message>
        <source>The others&apos; copies are deleted. Some of them may have read it.</source>
        <translation>Die Kopien der anderen werden gelöscht. Manche haben sie vielleicht gelesen.</translation>
    </message>
    <message>
        <source>The pairing code has a typing mistake: no code has “{word}”.</source>
        <translation>Der Kopplungscode enthält einen Tippfehler: Kein Code enthält „{word}“.</translation>
    </message>
    <message>
        <source>The passphrase is wrong.</source>
        <translation>Die Passphrase ist falsch.</translation>
    </message>
    <message>
        <source>The passphrases don&apos;t match.</source>
        <translation>Die Passphrasen stimmen nicht überein.</translation>
    </message>
    <message numerus="yes">
        <source>The price of %n model calls is unknown.</source>
        <translation>
            <numerusform>Der Preis von %n Modellanfrage ist unbekannt.</numerusform>
            <numerusform>Der Preis von %n Modellanfragen ist unbekannt.</numerusform>
        </translation>
    </message>
    <message>
        <source>The recovery code has a typing mistake. Compare it with what you wrote down.</source>
        <translation>Der Wiederherstellungscode hat einen Tippfehler. Vergleichen Sie ihn mit dem, was Sie aufgeschrieben haben.</translation>
    </message>
    <message>
        <source>The same folder as on the other device</source>
        <translation>Derselbe Ordner wie auf dem anderen Gerät</translation>
    </message>
    <message>
        <source>The server at {host}</source>
        <translation>Der Server auf {host}</translation>
    </message>
    <message>
        <source>The server at {server} does not speak Anthropic&apos;s protocol. Check the address in Settings → Reading.</source>
        <translation>Der Server auf {server} spricht nicht das Protokoll von Anthropic. Prüfen Sie die Adresse unter Einstellungen → Lesen.</translation>
    </message>
    <message>
        <source>The server lists no models. Type a model name.</source>
        <translation>Der Server nennt keine Modelle. Geben Sie den Namen eines Modells ein.</translation>
    </message>
    <message>
        <source>The server refuses access</source>
        <translation>Der Server verweigert den Zugang</translation>
    </message>
    <message>
        <source>The suggestion needs review again</source>
        <translation>Der Vorschlag ist wieder zu prüfen</translation>
    </message>
    <message>
        <source>The system&apos;s keyring can&apos;t be used.</source>
        <translation>Der Schlüsselbund des Systems ist nicht nutzbar.</translation>
    </message>
    <message>
        <source>The system&apos;s keyring did not keep the key.</source>
        <translation>Der Schlüsselbund des Systems hat den Schlüssel nicht behalten.</translation>
    </message>
    <message>
        <source>The system&apos;s keyring did not remove the key.</source>
        <translation>Der Schlüsselbund des Systems hat den Schlüssel nicht entfernt.</translation>
    </message>
    <message>
        <source>The system&apos;s keyring does not respond, so nothing is synchronized.</source>
        <translation>Der Schlüsselbund des Systems antwortet nicht, deshalb wird nichts synchronisiert.</translation>
    </message>
    <message>
        <source>The system&apos;s keyring does not respond. If it is locked, unlock it and try again. {otherwise}</source>
        <translation>Der Schlüsselbund des Systems antwortet nicht. Ist er gesperrt, entsperren Sie ihn und versuchen Sie es erneut. {otherwise}</translation>
    </message>
    <message>
        <source>The system&apos;s keyring doesn&apos;t respond.</source>
        <translation>Der Schlüsselbund des Systems antwortet nicht.</translation>
    </message>
    <message>
        <source>The system&apos;s keyring is locked.</source>
        <translation>Der Schlüsselbund des Systems ist gesperrt.</translation>
    </message>
    <message>
        <source>The system&apos;s keyring is locked. Unlock it and try again. {otherwise}</source>
        <translation>Der Schlüsselbund des Systems ist gesperrt. Entsperren Sie ihn und versuchen Sie es erneut. {otherwise}</translation>
    </message>
    <message>
        <source>The system&apos;s keyring is missing, locked or not safe. Set it up or unlock it, then try again.</source>
        <translation>Der Schlüsselbund des Systems fehlt, ist gesperrt oder nicht sicher. Richten Sie ihn ein oder entsperren Sie ihn und versuchen Sie es dann noch einmal.</translation>
    </message>
    <message>
        <source>The system&apos;s keyring no longer has the key of your memory.</source>
        <translation>Der Schlüsselbund des Systems hat den Schlüssel zu Ihren Erinnerungen nicht mehr.</translation>
    </message>
    <message>
        <source>The system&apos;s keyring {why}, so it can&apos;t keep the key. Unlock or install one (on Linux: gnome-keyring or KWallet), or choose a passphrase.</source>
        <translation>Der Schlüsselbund des Systems {why}, deshalb kann er den Schlüssel nicht aufbewahren. Entsperren oder installieren Sie einen (unter Linux: gnome-keyring oder KWallet), oder wählen Sie eine Passphrase.</translation>
    </message>
    <message>
        <source>The team&apos;s server does not respond: {why}</source>
        <translation>Der Server des Teams antwortet nicht: {why}</translation>
    </message>
    <message>
        <source>The team&apos;s server refused: {why}</source>
        <translation>Der Server des Teams lehnt ab: {why}</translation>
    </message>
    <message>
        <source>The text is too long for this model.</source>
        <translation>Der Text ist für dieses Modell zu lang.</translation>
    </message>
    <message>
        <source>The text your AI sees when a session starts will appear here. Choose sources or add a memory.</source>
        <translation>Hier erscheint der Text, den Ihre KI zu Beginn einer Sitzung sieht. Wählen Sie Quellen oder fügen Sie eine Erinnerung hinzu.</translation>
    </message>
    <message>
        <source>The transcript is no longer available.</source>
        <translation>Der Verlauf ist nicht mehr verfügbar.</translation>
    </message>
    <message>
        <source>The transcript of this conversation is no longer available.</source>
        <translation>Der Verlauf dieses Gesprächs ist nicht mehr verfügbar.</translation>
    </message>
    <message>
        <source>The words are not valid in this folder. Check both, wait until the folder is up to date, or make new words on the other device.</source>
        <translation>Die Wörter sind in diesem Ordner nicht gültig. Prüfen Sie beides, warten Sie, bis der Ordner aktuell ist, oder erzeugen Sie auf dem anderen Gerät neue Wörter.</translation>
    </message>
    <message>
        <source>The {name} memory applies {where}</source>
        <translation>Die {name} Erinnerung gilt {where}</translation>
    </message>
    <message>
        <source>The {name} memory is archived. You can undo this or reopen the conflict.</source>
        <translation>Die {name} Erinnerung wird archiviert. Sie können dies rückgängig machen oder den Konflikt wieder öffnen.</translation>
    </message>
    <message>
        <source>Their history is deleted too.</source>
        <translation>Auch ihr Änderungsverlauf wird gelöscht.</translation>
    </message>
    <message>
        <source>Theme</source>
        <translation>Erscheinungsbild</translation>
    </message>
    <message>
        <source>Theme: Dark</source>
        <translation>Erscheinungsbild: dunkel</translation>
    </message>
    <message>
        <source>Theme: Light</source>
        <translation>Erscheinungsbild: hell</translation>
    </message>
    <message>
        <source>Theme: System</source>
        <translation>Erscheinungsbild: System</translation>
    </message>
    <message>
        <source>There is no file yet. Check the settings under Files.</source>
        <translation>Es gibt noch keine Datei. Prüfen Sie die Einstellungen unter „Dateien“.</translation>
    </message>
    <message>
        <source>There is no team. To join one: arbor team join</source>
        <translation>Es gibt kein Team. Einem beitreten: arbor team join</translation>
    </message>
    <message>
        <source>There is not enough memory to check the passphrase: {size} MB are needed.</source>
        <translation>Der Arbeitsspeicher reicht nicht, um die Passphrase zu prüfen: {size} MB sind nötig.</translation>
    </message>
    <message numerus="yes">
        <source>These %n memories</source>
        <translation>
            <numerusform>Diese %n Erinnerung</numerusform>
            <numerusform>Diese %n Erinnerungen</numerusform>
        </translation>
    </message>
    <message>
        <source>These are estimates.</source>
        <translation>Das sind Schätzungen.</translation>
    </message>
    <message>
        <source>These settings apply only when you use a model.</source>
        <translation>Dies gilt nur, wenn Sie ein Modell verwenden.</translation>
    </message>
    <message>
        <source>These three memories</source>
        <translation>Diese drei Erinnerungen</translation>
    </message>
    <message>
        <source>These two memories</source>
        <translation>Diese zwei Erinnerungen</translation>
    </message>
    <message>
        <source>These words are no longer valid.</source>
        <translation>Diese Wörter sind nicht mehr gültig.</translation>
    </message>
    <message>
        <source>These words open all your memories. Type them only on a device of yours.</source>
        <translation>Diese Wörter öffnen alle Ihre Erinnerungen. Geben Sie sie nur auf einem eigenen Gerät ein.</translation>
    </message>
    <message>
        <source>They are also deleted from Arbor&apos;s backups. This cannot be undone.</source>
        <translation>Sie werden auch aus Arbors Sicherungen gelöscht. Das lässt sich nicht rückgängig machen.</translation>
    </message>
    <message>
        <source>They may try to take control of your AI. Accept them one by one.</source>
        <translation>Sie wollen vielleicht Ihre KI steuern. Nehmen Sie sie einzeln an.</translation>
    </message>
    <message>
        <source>Thinking…</source>
        <translation>Denkt nach&#xa0;…</translation>
    </message>
    <message>
        <source>This AI tool doesn&apos;t record what was delivered.</source>
        <translation>Dieses Werkzeug hält nicht fest, was ankam.</translation>
    </message>
    <message>
        <source>This AI tool was not found on this computer.</source>
        <translation>Das Werkzeug wurde auf diesem Computer nicht gefunden.</translation>
    </message>
    <message>
        <source>This branch&apos;s memories may come from other conversations.</source>
        <translation>Erinnerungen dieses Branchs können aus anderen Gesprächen stammen.</translation>
    </message>
    <message>
        <source>This can&apos;t be undone.</source>
        <translation>Das lässt sich nicht rückgängig machen.</translation>
    </message>
    <message>
        <source>This cannot be undone.</source>
        <translation>Das lässt sich nicht rückgängig machen.</translation>
    </message>
    <message>
        <source>This conversation</source>
        <translation>Dieses Gespräch</translation>
    </message>
    <message>
        <source>This conversation has no messages</source>
        <translation>Dieses Gespräch hat keine Nachrichten</translation>
    </message>
    <message>
        <source>This conversation has no messages.</source>
        <translation>Dieses Gespräch hat keine Nachrichten.</translation>
    </message>
    <message>
        <source>This conversation is ignored</source>
        <translation>Dieses Gespräch wird ignoriert</translation>
    </message>
    <message>
        <source>This conversation&apos;s project is ignored</source>
        <translation>Das Projekt dieses Gesprächs wird ignoriert</translation>
    </message>
    <message>
        <source>This database has no team.</source>
        <translation>Diese Datenbank hat kein Team.</translation>
    </message>
    <message>
        <source>This deletes the transcript and any memories that come only from it. You can&apos;t undo this.</source>
        <translation>Löscht den Verlauf und Erinnerungen, die nur daher stammen. Das lässt sich nicht rückgängig machen.</translation>
    </message>
    <message>
        <source>This deletes the transcripts and any memories that come only from them. You can&apos;t undo this.</source>
        <translation>Löscht die Verläufe und Erinnerungen, die nur daher stammen. Das lässt sich nicht rückgängig machen.</translation>
    </message>
    <message>
        <source>This desktop has no tray. When you close the window, Arbor quits and stops reading conversations.</source>
        <translation>Dieser Desktop hat keinen Infobereich. Wenn Sie das Fenster schließen, beendet sich Arbor und liest keine Gespräche mehr.</translation>
    </message>
    <message>
        <source>This device</source>
        <translation>Dieses Gerät</translation>
    </message>
    <message>
        <source>This device joined</source>
        <translation>Dieses Gerät ist beigetreten</translation>
    </message>
    <message>
        <source>This device stops synchronizing. Its memories stay, and the others keep theirs.</source>
        <translation>Dieses Gerät synchronisiert nicht mehr. Seine Erinnerungen bleiben, und die anderen Geräte behalten ihre.</translation>
    </message>
    <message>
        <source>This feature needs a language model.</source>
        <translation>Diese Funktion braucht ein Sprachmodell.</translation>
    </message>
    <message>
        <source>This folder has no code. Is this a private project?</source>
        <translation>Dieser Ordner enthält keinen Code. Ist das ein privates Projekt?</translation>
    </message>
    <message>
        <source>This folder is missing. Arbor will read it again when it&apos;s back.</source>
        <translation>Dieser Ordner fehlt. Er wird wieder gelesen, wenn er zurück ist.</translation>
    </message>
    <message>
        <source>This folder isn&apos;t on this computer, so Arbor can&apos;t scan it. To see what was saved, open Memories or Conversations.</source>
        <translation>Dieser Ordner ist nicht auf diesem Computer, Arbor kann ihn nicht untersuchen. Gespeichertes finden Sie unter Erinnerungen und Gespräche.</translation>
    </message>
    <message>
        <source>This invitation was used, replaced, or has expired. Ask an owner of the team for a new one.</source>
        <translation>Diese Einladung wurde benutzt, ersetzt oder ist abgelaufen. Bitten Sie jemanden, der das Team besitzt, um eine neue.</translation>
    </message>
    <message>
        <source>This is the recovery code of another memory.</source>
        <translation>Dieser Wiederherstellungscode gehört nicht zu diesen Erinnerungen.</translation>
    </message>
    <message>
        <source>This looks like a question.</source>
        <translation>Das liest sich wie eine Frage.</translation>
    </message>
    <message>
        <source>This memory was edited on two devices at the same time.</source>
        <translation>Diese Erinnerung wurde auf zwei Geräten gleichzeitig bearbeitet.</translation>
    </message>
    <message>
        <source>This month&apos;s budget is too low for the next request, which may cost up to {most}. {spent} of {limit} is already spent or reserved for requests in progress. To continue now, raise the budget in Settings → Reading.</source>
        <translation>Das Budget dieses Monats reicht nicht für die nächste Anfrage, die bis zu {most} kosten kann: {spent} von {limit} sind ausgegeben oder für laufende Anfragen vorgemerkt. Um jetzt weiterzumachen, erhöhen Sie das Budget unter Einstellungen → Lesen.</translation>
    </message>
    <message>
        <source>This month&apos;s budget is used up: {spent} of {limit}. Nothing is sent until next month, and unread conversations are kept. To continue now, raise the budget in Settings → Reading.</source>
        <translation>Das Budget dieses Monats ist ausgegeben: {spent} von {limit}. Bis zum nächsten Monat wird nichts gesendet; zu lesende Gespräche bleiben erhalten. Um jetzt weiterzumachen, erhöhen Sie das Budget unter Einstellungen → Lesen.</translation>
    </message>
    <message>
        <source>This month: {tokens} tokens · reading: {cost}</source>
        <translation>Diesen Monat: {tokens} Token · Lesen: {cost}</translation>
    </message>
    <message>
        <source>This project</source>
        <translation>Dieses Projekt</translation>
    </message>
    <message>
        <source>This project is ignored</source>
        <translation>Dieses Projekt wird ignoriert</translation>
    </message>
    <message>
        <source>This project is ignored: nothing is saved or sent.</source>
        <translation>Dieses Projekt wird ignoriert: nichts wird gespeichert oder gesendet.</translation>
    </message>
    <message>
        <source>This removes Arbor&apos;s text block from the file. The rest stays unchanged.</source>
        <translation>Arbors Textblock wird aus der Datei entfernt. Der Rest bleibt unverändert.</translation>
    </message>
    <message>
        <source>This replaces all memories and conversations with those in the backup. Arbor backs up your current memories and conversations first.</source>
        <translation>Alle Erinnerungen und Gespräche werden durch die der Sicherung ersetzt. Ihre jetzigen sichert Arbor zuerst.</translation>
    </message>
    <message>
        <source>This short form is shown in lists and shared with your AI. The full text is kept.</source>
        <translation>Diese Kurzform erscheint in Listen und wird an Ihre KI weitergegeben. Der ganze Text bleibt erhalten.</translation>
    </message>
    <message>
        <source>This system has no keyring to store the key in. Install one (on Linux: gnome-keyring or KWallet). {otherwise}</source>
        <translation>Dieses System hat keinen Schlüsselbund für den Schlüssel. Installieren Sie einen (unter Linux: gnome-keyring oder KWallet). {otherwise}</translation>
    </message>
    <message>
        <source>This team needs a newer version of Arbor.</source>
        <translation>Dieses Team braucht eine neuere Version von Arbor.</translation>
    </message>
    <message>
        <source>This value can&apos;t be edited here.</source>
        <translation>Dieser Wert lässt sich hier nicht bearbeiten.</translation>
    </message>
    <message>
        <source>This version was deleted.</source>
        <translation>Diese Version wurde gelöscht.</translation>
    </message>
    <message>
        <source>This version was too large, so its content was not kept.</source>
        <translation>Diese Version war zu groß. Ihr Inhalt wurde nicht aufbewahrt.</translation>
    </message>
    <message>
        <source>Thresholds</source>
        <translation>Schwellen</translation>
    </message>
    <message>
        <source>Through a PostgreSQL server of your own. You choose what is shared; sensitive memories and secrets never are.</source>
        <translation>Über einen eigenen PostgreSQL-Server. Sie wählen, was geteilt wird; sensible Erinnerungen und Geheimnisse nie.</translation>
    </message>
    <message>
        <source>Thursday</source>
        <translation>Donnerstag</translation>
    </message>
    <message>
        <source>Ticked memories become active again, with their text from {day}.</source>
        <translation>Angekreuzte Erinnerungen werden mit ihrem Text vom {day} wieder aktiv.</translation>
    </message>
    <message>
        <source>Time left</source>
        <translation>Verbleibende Zeit</translation>
    </message>
    <message>
        <source>Time machine</source>
        <translation>Zeitreise</translation>
    </message>
    <message>
        <source>Time machine: a day back or on</source>
        <translation>Zeitreise: ein Tag zurück oder vor</translation>
    </message>
    <message>
        <source>Time machine: previous and next change</source>
        <translation>Zeitreise: vorherige und nächste Änderung</translation>
    </message>
    <message>
        <source>Time range</source>
        <translation>Zeitraum</translation>
    </message>
    <message>
        <source>Timeline</source>
        <translation>Zeitachse</translation>
    </message>
    <message>
        <source>Timeline: show or hide an event&apos;s memories</source>
        <translation>Zeitachse: die Erinnerungen eines Ereignisses ein- oder ausblenden</translation>
    </message>
    <message>
        <source>Timeout</source>
        <translation>Zeitlimit</translation>
    </message>
    <message>
        <source>Times and costs are estimates.</source>
        <translation>Zeiten und Kosten sind Schätzungen.</translation>
    </message>
    <message>
        <source>Times seen</source>
        <translation>Wie oft gesehen</translation>
    </message>
    <message>
        <source>Timing</source>
        <translation>Zeiten</translation>
    </message>
    <message>
        <source>Title</source>
        <translation>Titel</translation>
    </message>
    <message>
        <source>Title, Z–A</source>
        <translation>Titel, Z–A</translation>
    </message>
    <message>
        <source>To</source>
        <translation>Bis</translation>
    </message>
    <message>
        <source>To quit, use the menu of Arbor&apos;s tray icon.</source>
        <translation>Zum Beenden verwenden Sie das Menü des Arbor-Symbols im Infobereich.</translation>
    </message>
    <message>
        <source>To share memories, connect an AI tool below.</source>
        <translation>Um Erinnerungen weiterzugeben, verbinden Sie unten ein KI-Werkzeug.</translation>
    </message>
    <message>
        <source>Today</source>
        <translation>Heute</translation>
    </message>
    <message>
        <source>Today&apos;s memory is replaced.</source>
        <translation>Die heutige Erinnerung wird ersetzt.</translation>
    </message>
    <message>
        <source>Today&apos;s text stays in its history.</source>
        <translation>Der heutige Text bleibt in ihrem Verlauf.</translation>
    </message>
    <message>
        <source>Today: {costs}</source>
        <translation>Heute: {costs}</translation>
    </message>
    <message>
        <source>Token</source>
        <translation>Token</translation>
    </message>
    <message>
        <source>Token in a URL</source>
        <translation>Token in einer URL</translation>
    </message>
    <message>
        <source>Tokens and reading cost</source>
        <translation>Token und Lesekosten</translation>
    </message>
    <message>
        <source>Tokens in / out</source>
        <translation>Token ein / aus</translation>
    </message>
    <message>
        <source>Tokens per session</source>
        <translation>Tokens je Sitzung</translation>
    </message>
    <message>
        <source>Tokens · cost</source>
        <translation>Token · Kosten</translation>
    </message>
    <message>
        <source>Too early to tell</source>
        <translation>Noch zu früh</translation>
    </message>
    <message>
        <source>Too early to tell.</source>
        <translation>Noch zu früh.</translation>
    </message>
    <message>
        <source>Too large to keep ({size})</source>
        <translation>Zu groß zum Aufbewahren ({size})</translation>
    </message>
    <message>
        <source>Too many requests</source>
        <translation>Zu viele Anfragen</translation>
    </message>
    <message>
        <source>Too short</source>
        <translation>Zu kurz</translation>
    </message>
    <message>
        <source>Too short to contain anything worth remembering</source>
        <translation>Zu kurz, um etwas Merkenswertes zu enthalten</translation>
    </message>
    <message>
        <source>Too short to contain anything worth remembering, or started by a program</source>
        <translation>Zu kurz, um etwas Merkenswertes zu enthalten, oder von einem Programm gestartet</translation>
    </message>
    <message>
        <source>Tool call</source>
        <translation>Werkzeugaufruf</translation>
    </message>
    <message>
        <source>Tool result</source>
        <translation>Werkzeugergebnis</translation>
    </message>
    <message>
        <source>Tool results, ignored projects and memories marked “never share” are never sent.</source>
        <translation>Werkzeugergebnisse, ignorierte Projekte und nie weiterzugebende Erinnerungen werden nie gesendet.</translation>
    </message>
    <message>
        <source>Topic</source>
        <translation>Thema</translation>
    </message>
    <message>
        <source>Total</source>
        <translation>Gesamt</translation>
    </message>
    <message>
        <source>Total from 1 to {today}: {total}. Highest on {day}: {value}.</source>
        <translation>Summe vom 1. bis {today}: {total}. Höchster Wert am {day}: {value}.</translation>
    </message>
    <message>
        <source>Total memories</source>
        <translation>Erinnerungen gesamt</translation>
    </message>
    <message>
        <source>Total: {sum}</source>
        <translation>Summe {sum}</translation>
    </message>
    <message>
        <source>Trade-offs</source>
        <translation>Vor- und Nachteile</translation>
    </message>
    <message>
        <source>Transcript</source>
        <translation>Verlauf</translation>
    </message>
    <message>
        <source>Transcript deleted</source>
        <translation>Verlauf gelöscht</translation>
    </message>
    <message>
        <source>Treat all worktrees as one project</source>
        <translation>Alle Worktrees als ein Projekt behandeln</translation>
    </message>
    <message>
        <source>Trust</source>
        <translation>Vertrauen</translation>
    </message>
    <message>
        <source>Trust author</source>
        <translation>Der Person vertrauen</translation>
    </message>
    <message>
        <source>Trust the author of a team memory</source>
        <translation>Der Person vertrauen, die eine Erinnerung geteilt hat</translation>
    </message>
    <message>
        <source>Trust the author…</source>
        <translation>Der Person vertrauen&#xa0;…</translation>
    </message>
    <message>
        <source>Trust {name}</source>
        <translation>{name} vertrauen</translation>
    </message>
    <message>
        <source>Trust {name}?</source>
        <translation>{name} vertrauen?</translation>
    </message>
    <message>
        <source>Trusted</source>
        <translation>Vertraut</translation>
    </message>
    <message>
        <source>Try a different search term.</source>
        <translation>Versuchen Sie einen anderen Suchbegriff.</translation>
    </message>
    <message>
        <source>Try a prompt</source>
        <translation>Prompt ausprobieren</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Erneut versuchen</translation>
    </message>
    <message>
        <source>Try now</source>
        <translation>Jetzt versuchen</translation>
    </message>
    <message>
        <source>Try other words, or search conversations.</source>
        <translation>Versuchen Sie andere Wörter oder durchsuchen Sie Gespräche.</translation>
    </message>
    <message>
        <source>Try other words.</source>
        <translation>Versuchen Sie andere Wörter.</translation>
    </message>
    <message>
        <source>Trying…</source>
        <translation>Versuch läuft&#xa0;…</translation>
    </message>
    <message>
        <source>Tuesday</source>
        <translation>Dienstag</translation>
    </message>
    <message>
        <source>Turn it off at any time</source>
        <translation>Jederzeit abschaltbar</translation>
    </message>
    <message>
        <source>Turn it on in Settings → Sharing.</source>
        <translation>Schalten Sie es unter Einstellungen → Teilen ein.</translation>
    </message>
    <message>
        <source>Turn off</source>
        <translation>Ausschalten</translation>
    </message>
    <message>
        <source>Turn off encryption?</source>
        <translation>Verschlüsselung ausschalten?</translation>
    </message>
    <message>
        <source>Turn on</source>
        <translation>Einschalten</translation>
    </message>
    <message>
        <source>Turn on a source below.</source>
        <translation>Schalten Sie unten eine Quelle ein.</translation>
    </message>
    <message>
        <source>Turn on all</source>
        <translation>Alle einschalten</translation>
    </message>
    <message>
        <source>Turn on encryption</source>
        <translation>Verschlüsselung einschalten</translation>
    </message>
    <message>
        <source>Turn on {tool} under “Memory files of AI tools” to keep versions.</source>
        <translation>Schalten Sie {tool} unter „Erinnerungsdateien von KI-Werkzeugen“ ein, um Versionen aufzubewahren.</translation>
    </message>
    <message>
        <source>Turned off</source>
        <translation>Ausgeschaltet</translation>
    </message>
    <message>
        <source>Turning off encryption</source>
        <translation>Die Verschlüsselung wird ausgeschaltet</translation>
    </message>
    <message>
        <source>Turns until tests pass</source>
        <translation>Eingaben, bis Tests gelingen</translation>
    </message>
    <message>
        <source>Two devices</source>
        <translation>Zwei Geräte</translation>
    </message>
    <message>
        <source>Two devices merged it in different directions</source>
        <translation>Zwei Geräte haben sie in verschiedene Richtungen zusammengeführt</translation>
    </message>
    <message>
        <source>Two memories conflict</source>
        <translation>Zwei Erinnerungen widersprechen sich</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>Art</translation>
    </message>
    <message>
        <source>Type a question first</source>
        <translation>Geben Sie zuerst eine Frage ein</translation>
    </message>
    <message>
        <source>Type it back</source>
        <translation>Tippen Sie ihn ab</translation>
    </message>
    <message>
        <source>Type set to {type}</source>
        <translation>Art auf „{type}“ gesetzt</translation>
    </message>
    <message>
        <source>Type the code</source>
        <translation>Code eintippen</translation>
    </message>
    <message>
        <source>Type the eight words that the other device shows. Four letters of each are enough.</source>
        <translation>Geben Sie die acht Wörter ein, die das andere Gerät zeigt. Jeweils vier Buchstaben genügen.</translation>
    </message>
    <message>
        <source>Type the recovery code that you wrote down.</source>
        <translation>Tippen Sie den Wiederherstellungscode ein, den Sie aufgeschrieben haben.</translation>
    </message>
    <message>
        <source>Type your passphrase to open your memories.</source>
        <translation>Tippen Sie Ihre Passphrase ein, um Ihre Erinnerungen zu öffnen.</translation>
    </message>
    <message>
        <source>Type {word} to continue</source>
        <translation>Geben Sie {word} ein, um fortzufahren</translation>
    </message>
    <message>
        <source>Uncertain only</source>
        <translation>Nur unsichere</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>Undo last change</source>
        <translation>Letzte Änderung rückgängig machen</translation>
    </message>
    <message>
        <source>Undo run: {what}</source>
        <translation>Lauf rückgängig machen: {what}</translation>
    </message>
    <message>
        <source>Undo saving “{text}”</source>
        <translation>Speichern von „{text}“ rückgängig machen</translation>
    </message>
    <message>
        <source>Undo this change</source>
        <translation>Diese Änderung rückgängig machen</translation>
    </message>
    <message>
        <source>Undone</source>
        <translation>Rückgängig gemacht</translation>
    </message>
    <message>
        <source>Undone by you</source>
        <translation>Von Ihnen rückgängig gemacht</translation>
    </message>
    <message>
        <source>Undone in the chat</source>
        <translation>Im Chat rückgängig gemacht</translation>
    </message>
    <message>
        <source>Undone {when}: {what}</source>
        <translation>Rückgängig gemacht {when}: {what}</translation>
    </message>
    <message>
        <source>Undone. The files were restored.</source>
        <translation>Rückgängig gemacht. Die Dateien sind wiederhergestellt.</translation>
    </message>
    <message>
        <source>Undone: {action}</source>
        <translation>Rückgängig gemacht: {action}</translation>
    </message>
    <message>
        <source>Undone: {what}</source>
        <translation>Rückgängig gemacht: {what}</translation>
    </message>
    <message>
        <source>Unknown</source>
        <translation>Unbekannt</translation>
    </message>
    <message>
        <source>Unknown model</source>
        <translation>Unbekanntes Modell</translation>
    </message>
    <message>
        <source>Unlock</source>
        <translation>Entsperren</translation>
    </message>
    <message>
        <source>Unlocking…</source>
        <translation>Wird entsperrt&#xa0;…</translation>
    </message>
    <message>
        <source>Unpin</source>
        <translation>Nicht mehr anheften</translation>
    </message>
    <message>
        <source>Unpinned</source>
        <translation>Nicht mehr angeheftet</translation>
    </message>
    <message>
        <source>Unresolved conflict between memories {numbers}.</source>
        <translation>Ungelöster Konflikt zwischen den Erinnerungen {numbers}.</translation>
    </message>
    <message>
        <source>Unresolved conflict with “{text}”</source>
        <translation>Ungelöster Konflikt mit „{text}“</translation>
    </message>
    <message>
        <source>Unsaved details</source>
        <translation>Nicht gespeicherte Angaben</translation>
    </message>
    <message>
        <source>Unsaved text</source>
        <translation>Nicht gespeicherter Text</translation>
    </message>
    <message>
        <source>Untick memories you don&apos;t want. They won&apos;t be suggested again once you save the others.</source>
        <translation>Entfernen Sie den Haken bei Erinnerungen, die Sie nicht möchten. Sie werden nicht wieder vorgeschlagen, sobald Sie die übrigen speichern.</translation>
    </message>
    <message>
        <source>Until 08:00 tomorrow</source>
        <translation>Bis morgen 08:00</translation>
    </message>
    <message>
        <source>Until I resume</source>
        <translation>Bis ich fortsetze</translation>
    </message>
    <message>
        <source>Until now, the {name} memory applied to all projects. Your AI will no longer see it in other projects.</source>
        <translation>Bisher galt die {name} Erinnerung für alle Projekte. Ihre KI sieht sie in anderen Projekten nicht mehr.</translation>
    </message>
    <message>
        <source>Until you choose its folder here, no session gets its memories.</source>
        <translation>Bis Sie seinen Ordner hier wählen, bekommt keine Sitzung seine Erinnerungen.</translation>
    </message>
    <message>
        <source>Untitled</source>
        <translation>Ohne Titel</translation>
    </message>
    <message>
        <source>Untitled chat</source>
        <translation>Chat ohne Titel</translation>
    </message>
    <message>
        <source>Untitled conversation</source>
        <translation>Gespräch ohne Titel</translation>
    </message>
    <message>
        <source>Unused 90 days</source>
        <translation>90 Tage ungenutzt</translation>
    </message>
    <message>
        <source>Unused for 90 days</source>
        <translation>90 Tage ungenutzt</translation>
    </message>
    <message>
        <source>Up to date</source>
        <translation>Aktuell</translation>
    </message>
    <message>
        <source>Update</source>
        <translation>Aktualisieren</translation>
    </message>
    <message>
        <source>Update now</source>
        <translation>Jetzt aktualisieren</translation>
    </message>
    <message>
        <source>Update “{what}”</source>
        <translation>„{what}“ aktualisieren</translation>
    </message>
    <message>
        <source>Updated</source>
        <translation>Aktualisiert</translation>
    </message>
    <message>
        <source>Updates</source>
        <translation>Updates</translation>
    </message>
    <message>
        <source>Updates an older memory:</source>
        <translation>Aktualisiert eine ältere Erinnerung:</translation>
    </message>
    <message>
        <source>Updating…</source>
        <translation>Wird aktualisiert&#xa0;…</translation>
    </message>
    <message>
        <source>Usage</source>
        <translation>Verwendung</translation>
    </message>
    <message>
        <source>Usage today</source>
        <translation>Verbrauch heute</translation>
    </message>
    <message>
        <source>Use</source>
        <translation>Verwenden</translation>
    </message>
    <message>
        <source>Use A, E, J, K, N, S and 1 to 5 in Review and Conflicts, except while typing.</source>
        <translation>Verwendet A, E, J, K, N, S und 1 bis 5 in Prüfen und Konflikten, außer beim Tippen.</translation>
    </message>
    <message>
        <source>Use Claude CLI</source>
        <translation>Claude CLI verwenden</translation>
    </message>
    <message>
        <source>Use another key</source>
        <translation>Anderen Schlüssel verwenden</translation>
    </message>
    <message>
        <source>Use at least {count} characters.</source>
        <translation>Verwenden Sie mindestens {count} Zeichen.</translation>
    </message>
    <message>
        <source>Use exact words</source>
        <translation>Genauen Wortlaut verwenden</translation>
    </message>
    <message>
        <source>Use recovery code…</source>
        <translation>Wiederherstellungscode&#xa0;…</translation>
    </message>
    <message>
        <source>Use right away</source>
        <translation>Sofort nutzen</translation>
    </message>
    <message>
        <source>Use the same memories on all your computers</source>
        <translation>Dieselben Erinnerungen auf allen Computern nutzen</translation>
    </message>
    <message>
        <source>Use this computer</source>
        <translation>Diesen Computer verwenden</translation>
    </message>
    <message>
        <source>Use this key</source>
        <translation>Diesen Schlüssel verwenden</translation>
    </message>
    <message>
        <source>Use this server</source>
        <translation>Diesen Server verwenden</translation>
    </message>
    <message>
        <source>Used</source>
        <translation>Verwendet</translation>
    </message>
    <message numerus="yes">
        <source>Used %n times</source>
        <translation>
            <numerusform>%n Mal verwendet</numerusform>
            <numerusform>%n Mal verwendet</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Used %n×</source>
        <translation>
            <numerusform>%n× verwendet</numerusform>
            <numerusform>%n× verwendet</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Used %n× by then</source>
        <translation>
            <numerusform>Bis dahin %n× genutzt</numerusform>
            <numerusform>Bis dahin %n× genutzt</numerusform>
        </translation>
    </message>
    <message>
        <source>Used in the team&apos;s projects only, marked with their author. What isn&apos;t plainly a fact needs your review, unless you trust the author.</source>
        <translation>Nur in Projekten des Teams genutzt, mit Namen markiert. Was nicht klar ein Fakt ist, müssen Sie prüfen, außer Sie vertrauen der Person.</translation>
    </message>
    <message>
        <source>Used less recently than others</source>
        <translation>Länger nicht verwendet als andere</translation>
    </message>
    <message>
        <source>Used {memories}.</source>
        <translation>{memories} verwendet.</translation>
    </message>
    <message>
        <source>Used:</source>
        <translation>Verwendet:</translation>
    </message>
    <message>
        <source>Useful memories fade more slowly. Pinned and sensitive memories never fade.</source>
        <translation>Nützliche Erinnerungen verblassen langsamer; angeheftete und sensible nie.</translation>
    </message>
    <message>
        <source>Uses a BERT model from a folder you choose.</source>
        <translation>Verwendet ein BERT-Modell aus einem Ordner Ihrer Wahl.</translation>
    </message>
    <message>
        <source>Uses the all-MiniLM-L6-v2 model (91 MB).</source>
        <translation>Verwendet das Modell all-MiniLM-L6-v2 (91 MB).</translation>
    </message>
    <message>
        <source>Uses the claude command with your existing sign-in.</source>
        <translation>Verwendet den Befehl claude mit Ihrer bestehenden Anmeldung.</translation>
    </message>
    <message numerus="yes">
        <source>Using %n memories</source>
        <translation>
            <numerusform>%n Erinnerung in Verwendung</numerusform>
            <numerusform>%n Erinnerungen in Verwendung</numerusform>
        </translation>
    </message>
    <message>
        <source>Valid until {time}, for one device</source>
        <translation>Gültig bis {time}, für ein Gerät</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>Wert</translation>
    </message>
    <message>
        <source>Verified</source>
        <translation>Bestätigt</translation>
    </message>
    <message>
        <source>Verified: tests or a build passed, or you said it works.</source>
        <translation>Bestätigt: Tests oder ein Build bestanden, oder Sie sagten, dass es funktioniert.</translation>
    </message>
    <message>
        <source>Version</source>
        <translation>Version</translation>
    </message>
    <message>
        <source>Version restored</source>
        <translation>Version wiederhergestellt</translation>
    </message>
    <message>
        <source>Version {newest} is available. You have {version}.</source>
        <translation>Version {newest} ist verfügbar. Sie haben {version}.</translation>
    </message>
    <message>
        <source>Versions</source>
        <translation>Versionen</translation>
    </message>
    <message>
        <source>Versions and more</source>
        <translation>Versionen und mehr</translation>
    </message>
    <message>
        <source>Versions appear here when {tool} writes its memory files.</source>
        <translation>Versionen erscheinen hier, wenn {tool} seine Erinnerungsdateien schreibt.</translation>
    </message>
    <message>
        <source>Versions: {tool}</source>
        <translation>Versionen: {tool}</translation>
    </message>
    <message>
        <source>Versions…</source>
        <translation>Versionen&#xa0;…</translation>
    </message>
    <message>
        <source>Very certain memories are no longer accepted automatically</source>
        <translation>Sehr sichere Erinnerungen werden nicht mehr automatisch angenommen</translation>
    </message>
    <message>
        <source>Very certain memories are now accepted automatically</source>
        <translation>Sehr sichere Erinnerungen werden jetzt automatisch angenommen</translation>
    </message>
    <message>
        <source>Very certain: confidence {value} or higher.</source>
        <translation>Sehr sicher: Gewissheit {value} oder höher.</translation>
    </message>
    <message>
        <source>View</source>
        <translation>Ansicht</translation>
    </message>
    <message>
        <source>View as</source>
        <translation>Anzeigen als</translation>
    </message>
    <message>
        <source>View as another tool</source>
        <translation>Als anderes Werkzeug anzeigen</translation>
    </message>
    <message>
        <source>View first resolved conflict</source>
        <translation>Ersten gelösten Konflikt ansehen</translation>
    </message>
    <message>
        <source>Wait before reading</source>
        <translation>Vor dem Lesen warten</translation>
    </message>
    <message>
        <source>Wait in full screen</source>
        <translation>Bei Vollbild warten</translation>
    </message>
    <message>
        <source>Wait on battery</source>
        <translation>Im Akkubetrieb warten</translation>
    </message>
    <message>
        <source>Wait when the computer is busy</source>
        <translation>Warten, wenn der Computer beschäftigt ist</translation>
    </message>
    <message>
        <source>Waiting</source>
        <translation>Wartet</translation>
    </message>
    <message>
        <source>Waiting for model · {n}</source>
        <translation>Wartet auf das Modell · {n}</translation>
    </message>
    <message>
        <source>Waiting for power</source>
        <translation>Wartet auf Strom</translation>
    </message>
    <message>
        <source>Waiting for the model</source>
        <translation>Wartet auf das Modell</translation>
    </message>
    <message>
        <source>Waiting for the other device</source>
        <translation>Warten auf das andere Gerät</translation>
    </message>
    <message>
        <source>Waiting for the other device&apos;s files…</source>
        <translation>Warten auf die Dateien des anderen Geräts…</translation>
    </message>
    <message>
        <source>Waiting · busy</source>
        <translation>Wartet · beschäftigt</translation>
    </message>
    <message>
        <source>Waiting · computer is busy</source>
        <translation>Wartet · Computer beschäftigt</translation>
    </message>
    <message>
        <source>Waiting · full screen</source>
        <translation>Wartet · Vollbild</translation>
    </message>
    <message>
        <source>Webhook URL</source>
        <translation>Webhook-URL</translation>
    </message>
    <message>
        <source>Wednesday</source>
        <translation>Mittwoch</translation>
    </message>
    <message>
        <source>Weekly</source>
        <translation>Wöchentlich</translation>
    </message>
    <message>
        <source>Weekly backups to keep</source>
        <translation>Aufbewahrte wöchentliche Sicherungen</translation>
    </message>
    <message>
        <source>Weekly digest</source>
        <translation>Wochenüberblick</translation>
    </message>
    <message>
        <source>Weekly maintenance</source>
        <translation>Wöchentliche Wartung</translation>
    </message>
    <message>
        <source>Weights for relevance, confidence, use and recency. The four weights must add up to 1.</source>
        <translation>Gewichte von Relevanz, Gewissheit, Häufigkeit und Aktualität. Zusammen müssen sie 1 ergeben.</translation>
    </message>
    <message>
        <source>Welcome to Arbor</source>
        <translation>Willkommen bei Arbor</translation>
    </message>
    <message>
        <source>What applied in this project that day. Context shows what sessions received.</source>
        <translation>Was an diesem Tag in diesem Projekt galt. Was Sitzungen erhielten, zeigt Kontext.</translation>
    </message>
    <message>
        <source>What do you know about {project}?</source>
        <translation>Was weißt du über {project}?</translation>
    </message>
    <message>
        <source>What looks like an attack still needs your review.</source>
        <translation>Was nach einem Angriff aussieht, müssen Sie weiterhin prüfen.</translation>
    </message>
    <message>
        <source>What should a new colleague know before their first commit?</source>
        <translation>Was sollte eine neue Kollegin vor dem ersten Commit wissen?</translation>
    </message>
    <message>
        <source>What should your AI remember?</source>
        <translation>Was soll sich Ihre KI merken?</translation>
    </message>
    <message>
        <source>What your AI believed on</source>
        <translation>Was Ihre KI annahm am</translation>
    </message>
    <message>
        <source>What your AI sees</source>
        <translation>Was Ihre KI sieht</translation>
    </message>
    <message>
        <source>What your AI will see</source>
        <translation>Was Ihre KI sehen wird</translation>
    </message>
    <message>
        <source>What {name} shares from now on is used right away, without review.</source>
        <translation>Was {name} von jetzt an teilt, wird sofort verwendet, ohne Prüfung.</translation>
    </message>
    <message>
        <source>When</source>
        <translation>Wann</translation>
    </message>
    <message>
        <source>When conversations are read</source>
        <translation>Wann Gespräche gelesen werden</translation>
    </message>
    <message>
        <source>When does each memory apply?</source>
        <translation>Wann gilt welche?</translation>
    </message>
    <message>
        <source>When off, Arbor still reads their conversations.</source>
        <translation>Ausgeschaltet liest Arbor ihre Gespräche trotzdem.</translation>
    </message>
    <message>
        <source>When the {name} memory applies</source>
        <translation>Wann die {name} Erinnerung gilt</translation>
    </message>
    <message>
        <source>Where it was</source>
        <translation>Ort</translation>
    </message>
    <message>
        <source>Where the {name} memory applies</source>
        <translation>Wo die {name} Erinnerung gilt</translation>
    </message>
    <message>
        <source>Where this came from</source>
        <translation>Woher das stammt</translation>
    </message>
    <message>
        <source>Which decisions did we make here, and why?</source>
        <translation>Welche Entscheidungen haben wir hier getroffen, und warum?</translation>
    </message>
    <message>
        <source>Whichever option you choose, Arbor first removes keys, tokens and passwords from conversations.</source>
        <translation>Was Sie auch wählen: Arbor entfernt zuerst Schlüssel, Token und Passwörter aus den Gesprächen.</translation>
    </message>
    <message>
        <source>While editing: save and accept</source>
        <translation>Beim Bearbeiten: speichern und annehmen</translation>
    </message>
    <message>
        <source>While editing: save or cancel</source>
        <translation>Beim Bearbeiten: speichern, abbrechen</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>Warum</translation>
    </message>
    <message>
        <source>Why did my AI do that?</source>
        <translation>Warum hat meine KI das getan?</translation>
    </message>
    <message>
        <source>Why: {reason}</source>
        <translation>Warum: {reason}</translation>
    </message>
    <message>
        <source>Why?</source>
        <translation>Warum?</translation>
    </message>
    <message>
        <source>Will be read once no new messages arrive</source>
        <translation>Wird gelesen, sobald keine neuen Nachrichten mehr kommen</translation>
    </message>
    <message>
        <source>Will never be shared</source>
        <translation>Wird nie weitergegeben</translation>
    </message>
    <message>
        <source>With</source>
        <translation>Mit</translation>
    </message>
    <message>
        <source>With a prompt</source>
        <translation>Mit einem Prompt</translation>
    </message>
    <message>
        <source>With a prompt, also share up to two similar past tasks and their outcomes.</source>
        <translation>Gibt mit einem Prompt auch bis zu zwei ähnliche frühere Aufgaben mit ihrem Ergebnis weiter.</translation>
    </message>
    <message>
        <source>With each prompt</source>
        <translation>Mit jedem Prompt</translation>
    </message>
    <message>
        <source>With memories</source>
        <translation>Mit Erinnerungen</translation>
    </message>
    <message>
        <source>With memories far more commands fail.</source>
        <translation>Mit Erinnerungen schlagen viel mehr Befehle fehl.</translation>
    </message>
    <message>
        <source>With memories probably fewer commands fail.</source>
        <translation>Mit Erinnerungen schlagen wahrscheinlich weniger Befehle fehl.</translation>
    </message>
    <message>
        <source>With memories probably more commands fail.</source>
        <translation>Mit Erinnerungen schlagen wahrscheinlich mehr Befehle fehl.</translation>
    </message>
    <message>
        <source>With memories tests pass after far more turns.</source>
        <translation>Mit Erinnerungen gelingen Tests nach viel mehr Eingaben.</translation>
    </message>
    <message>
        <source>With memories tests pass after {n} fewer turns.</source>
        <translation>Mit Erinnerungen gelingen Tests nach {n} weniger Eingaben.</translation>
    </message>
    <message>
        <source>With memories tests pass after {n} more turns.</source>
        <translation>Mit Erinnerungen gelingen Tests nach {n} mehr Eingaben.</translation>
    </message>
    <message>
        <source>With memories tests probably pass after fewer turns.</source>
        <translation>Mit Erinnerungen gelingen Tests wahrscheinlich nach weniger Eingaben.</translation>
    </message>
    <message>
        <source>With memories tests probably pass after more turns.</source>
        <translation>Mit Erinnerungen gelingen Tests wahrscheinlich nach mehr Eingaben.</translation>
    </message>
    <message>
        <source>With memories you correct your AI far more.</source>
        <translation>Mit Erinnerungen korrigieren Sie Ihre KI viel öfter.</translation>
    </message>
    <message>
        <source>With memories you correct your AI {n} less.</source>
        <translation>Mit Erinnerungen korrigieren Sie Ihre KI {n} weniger.</translation>
    </message>
    <message>
        <source>With memories you correct your AI {n} more.</source>
        <translation>Mit Erinnerungen korrigieren Sie Ihre KI {n} mehr.</translation>
    </message>
    <message>
        <source>With memories you probably correct your AI less.</source>
        <translation>Mit Erinnerungen korrigieren Sie Ihre KI wahrscheinlich weniger.</translation>
    </message>
    <message>
        <source>With memories you probably correct your AI more.</source>
        <translation>Mit Erinnerungen korrigieren Sie Ihre KI wahrscheinlich mehr.</translation>
    </message>
    <message>
        <source>With memories you probably repeat yourself less.</source>
        <translation>Mit Erinnerungen wiederholen Sie sich wahrscheinlich weniger.</translation>
    </message>
    <message>
        <source>With memories you probably repeat yourself more.</source>
        <translation>Mit Erinnerungen wiederholen Sie sich wahrscheinlich mehr.</translation>
    </message>
    <message>
        <source>With memories you repeat yourself far more.</source>
        <translation>Mit Erinnerungen wiederholen Sie sich viel öfter.</translation>
    </message>
    <message>
        <source>With memories you repeat yourself {n} less.</source>
        <translation>Mit Erinnerungen wiederholen Sie sich {n} weniger.</translation>
    </message>
    <message>
        <source>With memories you repeat yourself {n} more.</source>
        <translation>Mit Erinnerungen wiederholen Sie sich {n} mehr.</translation>
    </message>
    <message>
        <source>With memories {n} fewer commands fail.</source>
        <translation>Mit Erinnerungen schlagen {n} weniger Befehle fehl.</translation>
    </message>
    <message>
        <source>With memories {n} more commands fail.</source>
        <translation>Mit Erinnerungen schlagen {n} mehr Befehle fehl.</translation>
    </message>
    <message>
        <source>With “Uncertain only”, memories below this confidence need review.</source>
        <translation>Bei „Nur unsichere“ sind Erinnerungen unter dieser Gewissheit zu prüfen.</translation>
    </message>
    <message>
        <source>Withdraw</source>
        <translation>Zurückziehen</translation>
    </message>
    <message>
        <source>Withdraw from team</source>
        <translation>Vom Team zurückziehen</translation>
    </message>
    <message>
        <source>Withdraw from {team}?</source>
        <translation>Von {team} zurückziehen?</translation>
    </message>
    <message>
        <source>Withdrawn from your team</source>
        <translation>Von Ihrem Team zurückgezogen</translation>
    </message>
    <message>
        <source>Without</source>
        <translation>Ohne</translation>
    </message>
    <message>
        <source>Without memories</source>
        <translation>Ohne Erinnerungen</translation>
    </message>
    <message>
        <source>Without the keyring, only this code opens your memories. It is shown once.</source>
        <translation>Ohne den Schlüsselbund öffnet nur dieser Code Ihre Erinnerungen. Er wird einmal angezeigt.</translation>
    </message>
    <message>
        <source>Without the passphrase, only this code opens your memories. It is shown once.</source>
        <translation>Ohne die Passphrase öffnet nur dieser Code Ihre Erinnerungen. Er wird einmal angezeigt.</translation>
    </message>
    <message>
        <source>Word {number}</source>
        <translation>Wort {number}</translation>
    </message>
    <message>
        <source>Work</source>
        <translation>Arbeit</translation>
    </message>
    <message>
        <source>Write each entry on its own line, under the heading it belongs to. Your changes are saved as memories added by you.</source>
        <translation>Schreiben Sie jeden Eintrag in eine eigene Zeile unter die passende Überschrift. Ihre Änderungen werden als von Ihnen hinzugefügte Erinnerungen gespeichert.</translation>
    </message>
    <message>
        <source>Writes .arbor/memory/branches/&lt;branch&gt;.md in the project folder. You can edit these files, and Arbor reads your changes. Turning this off removes the files.</source>
        <translation>Schreibt .arbor/memory/branches/&lt;branch&gt;.md im Projektordner. Sie können diese Dateien bearbeiten, Arbor liest Ihre Änderungen ein. Ausschalten entfernt die Dateien.</translation>
    </message>
    <message>
        <source>Writing the memory file…</source>
        <translation>Die Erinnerungsdatei wird geschrieben&#xa0;…</translation>
    </message>
    <message>
        <source>Written into the branch&apos;s file by hand</source>
        <translation>Von Hand in die Datei des Branches geschrieben</translation>
    </message>
    <message>
        <source>Written to disk</source>
        <translation>Geschrieben</translation>
    </message>
    <message>
        <source>Wrong</source>
        <translation>Falsch</translation>
    </message>
    <message>
        <source>Wrong address</source>
        <translation>Falsche Adresse</translation>
    </message>
    <message>
        <source>Wrong approach</source>
        <translation>Falscher Weg</translation>
    </message>
    <message>
        <source>XML tags, introduction, headings and open conflicts</source>
        <translation>XML-Tags, Einleitung, Überschriften und offene Konflikte</translation>
    </message>
    <message>
        <source>YAML folder</source>
        <translation>YAML-Ordner</translation>
    </message>
    <message>
        <source>Yesterday</source>
        <translation>Gestern</translation>
    </message>
    <message>
        <source>You</source>
        <translation>Sie</translation>
    </message>
    <message>
        <source>You can also set the environment variable ANTHROPIC_API_KEY or, in Arbor&apos;s window, choose to keep the key only until you quit Arbor.</source>
        <translation>Sie können auch die Umgebungsvariable ANTHROPIC_API_KEY setzen oder im Fenster von Arbor wählen, den Schlüssel nur bis zum Beenden von Arbor zu behalten.</translation>
    </message>
    <message>
        <source>You can change all of this later in Settings.</source>
        <translation>All das können Sie später in den Einstellungen ändern.</translation>
    </message>
    <message>
        <source>You can reopen it.</source>
        <translation>Sie können ihn wieder öffnen.</translation>
    </message>
    <message>
        <source>You can reopen them.</source>
        <translation>Sie können sie wieder öffnen.</translation>
    </message>
    <message>
        <source>You can undo it.</source>
        <translation>Das lässt sich rückgängig machen.</translation>
    </message>
    <message>
        <source>You can withdraw it later.</source>
        <translation>Sie können sie später zurückziehen.</translation>
    </message>
    <message>
        <source>You changed this memory on {one} and {other} before they met. The later edit isn&apos;t always the better one, and clocks may differ.</source>
        <translation>Sie haben diese Erinnerung auf {one} und {other} geändert, bevor beide sich abgeglichen haben. Die spätere Änderung ist nicht immer die bessere, und Uhren können abweichen.</translation>
    </message>
    <message>
        <source>You correct your AI</source>
        <translation>Sie korrigieren Ihre KI</translation>
    </message>
    <message>
        <source>You corrected it on line {line}.</source>
        <translation>In Zeile {line} haben Sie sie korrigiert.</translation>
    </message>
    <message>
        <source>You have the newest version, {version}. Checked {ago}.</source>
        <translation>Sie haben die neueste Version, {version}. Zuletzt gesucht: {ago}.</translation>
    </message>
    <message>
        <source>You have version {version}.</source>
        <translation>Sie haben Version {version}.</translation>
    </message>
    <message>
        <source>You kept all memories</source>
        <translation>Sie haben alle Erinnerungen behalten</translation>
    </message>
    <message>
        <source>You kept one memory</source>
        <translation>Sie haben eine Erinnerung behalten</translation>
    </message>
    <message>
        <source>You last deleted something permanently, which can&apos;t be undone. To undo your change of “{text}” before that, use its history.</source>
        <translation>Sie haben zuletzt etwas endgültig gelöscht. Das lässt sich nicht rückgängig machen. Ihre Änderung von „{text}“ davor machen Sie im Verlauf der Erinnerung rückgängig.</translation>
    </message>
    <message>
        <source>You leave on all your computers. Memories of others are deleted here. What you shared stays with the team, unless you withdraw it first.</source>
        <translation>Sie verlassen es auf allen Ihren Computern. Erinnerungen der anderen werden hier gelöscht. Was Sie geteilt haben, bleibt beim Team, wenn Sie es nicht vorher zurückziehen.</translation>
    </message>
    <message>
        <source>You left here. The server did not respond: an owner can remove you from it.</source>
        <translation>Hier haben Sie das Team verlassen. Der Server hat nicht geantwortet: Wer das Team besitzt, kann Sie dort entfernen.</translation>
    </message>
    <message>
        <source>You merged them</source>
        <translation>Sie haben sie zusammengeführt</translation>
    </message>
    <message>
        <source>You paused the model. Nothing is sent to it until you resume.</source>
        <translation>Sie haben das Modell angehalten. Bis Sie fortfahren, wird nichts gesendet.</translation>
    </message>
    <message>
        <source>You repeat yourself</source>
        <translation>Sie wiederholen sich</translation>
    </message>
    <message numerus="yes">
        <source>You resolved %n conflicts.</source>
        <translation>
            <numerusform>Sie haben %n Konflikt gelöst.</numerusform>
            <numerusform>Sie haben %n Konflikte gelöst.</numerusform>
        </translation>
    </message>
    <message>
        <source>You stopped this answer.</source>
        <translation>Sie haben diese Antwort angehalten.</translation>
    </message>
    <message>
        <source>You type it each time Arbor starts.</source>
        <translation>Sie tippen sie bei jedem Start von Arbor ein.</translation>
    </message>
    <message>
        <source>You were removed from the team. To clear it from this computer: arbor team leave</source>
        <translation>Sie wurden aus dem Team entfernt. Um es von diesem Rechner zu löschen: arbor team leave</translation>
    </message>
    <message numerus="yes">
        <source>Your %n changes will be sent when it is back.</source>
        <translation>
            <numerusform>Ihre Änderung wird gesendet, sobald er wieder da ist.</numerusform>
            <numerusform>Ihre %n Änderungen werden gesendet, sobald er wieder da ist.</numerusform>
        </translation>
    </message>
    <message>
        <source>Your AI also sees the {name} memory everywhere, marked “not in {projects}”.</source>
        <translation>Ihre KI sieht auch die {name} überall, mit dem Vermerk „nicht in {projects}“.</translation>
    </message>
    <message>
        <source>Your AI also sees the {name} memory on every branch, marked “not on {branches}”. In other projects, it sees {none}.</source>
        <translation>Ihre KI sieht auch die {name} auf jedem Branch, mit dem Vermerk „nicht auf {branches}“. In anderen Projekten sieht sie {none}.</translation>
    </message>
    <message>
        <source>Your AI can also look up memories and suggest new ones.</source>
        <translation>Ihre KI kann auch Erinnerungen nachschlagen und neue vorschlagen.</translation>
    </message>
    <message>
        <source>Your AI now sees</source>
        <translation>Ihre KI sieht jetzt</translation>
    </message>
    <message>
        <source>Your AI sees it only in this team&apos;s projects. If {name} changes or withdraws it, it changes here too.</source>
        <translation>Ihre KI sieht sie nur in Projekten dieses Teams. Ändert {name} sie oder zieht sie zurück, ändert sie sich auch hier.</translation>
    </message>
    <message>
        <source>Your AI sees these memories and when each one applies:</source>
        <translation>Ihre KI sieht diese Erinnerungen und wann jede gilt:</translation>
    </message>
    <message>
        <source>Your AI tools read these files. “Text block” writes the branch memory into the file. “Import line” adds one line that loads the branch memory from {file}.</source>
        <translation>Ihre KI-Werkzeuge lesen diese Dateien. „Textblock“ schreibt die Branch-Erinnerung in die Datei. „Importzeile“ fügt eine Zeile ein, die die Branch-Erinnerung aus {file} lädt.</translation>
    </message>
    <message>
        <source>Your changes are sent when the server is back.</source>
        <translation>Ihre Änderungen werden gesendet, sobald der Server wieder da ist.</translation>
    </message>
    <message>
        <source>Your changes to this summary are not saved.</source>
        <translation>Ihre Änderungen an dieser Zusammenfassung sind nicht gespeichert.</translation>
    </message>
    <message>
        <source>Your chats appear here, newest first.</source>
        <translation>Ihre Chats stehen hier, der neueste zuerst.</translation>
    </message>
    <message>
        <source>Your choice</source>
        <translation>Ihre Wahl</translation>
    </message>
    <message>
        <source>Your conversations with AI tools appear here once you choose sources.</source>
        <translation>Ihre Gespräche mit KI-Werkzeugen erscheinen hier, sobald Sie Quellen wählen.</translation>
    </message>
    <message>
        <source>Your correction · {kind}</source>
        <translation>Ihre Korrektur · {kind}</translation>
    </message>
    <message>
        <source>Your data</source>
        <translation>Ihre Daten</translation>
    </message>
    <message>
        <source>Your deletions haven&apos;t reached it yet</source>
        <translation>Ihre Löschungen sind dort noch nicht angekommen</translation>
    </message>
    <message>
        <source>Your devices</source>
        <translation>Ihre Geräte</translation>
    </message>
    <message>
        <source>Your edits are kept. New memories are added at the end of “Key facts”.</source>
        <translation>Ihre Änderungen bleiben erhalten. Neue Erinnerungen kommen ans Ende der wichtigsten Fakten.</translation>
    </message>
    <message>
        <source>Your memories agree. If two ever disagree, resolve the conflict here.</source>
        <translation>Ihre Erinnerungen stimmen überein. Widersprechen sich je zwei, lösen Sie den Konflikt hier.</translation>
    </message>
    <message>
        <source>Your memories are still on this computer. Try again.</source>
        <translation>Ihre Erinnerungen sind noch auf diesem Computer. Versuchen Sie es erneut.</translation>
    </message>
    <message>
        <source>Your memories can&apos;t be used until this is done.</source>
        <translation>Bis dahin sind Ihre Erinnerungen nicht nutzbar.</translation>
    </message>
    <message>
        <source>Your memories don&apos;t say</source>
        <translation>Ihre Erinnerungen sagen dazu nichts</translation>
    </message>
    <message>
        <source>Your memories will appear as you work, soon after each conversation ends.</source>
        <translation>Ihre Erinnerungen erscheinen, während Sie arbeiten, kurz nach dem Ende jedes Gesprächs.</translation>
    </message>
    <message>
        <source>Your memory file is damaged. Arbor keeps it, whatever you choose.</source>
        <translation>Die Datei mit Ihren Erinnerungen ist beschädigt. Sie wird aufgehoben, was immer Sie wählen.</translation>
    </message>
    <message>
        <source>Your memory file is damaged. Restore a backup, or try again.</source>
        <translation>Ihre Erinnerungsdatei ist beschädigt. Stellen Sie eine Sicherung wieder her oder versuchen Sie es noch einmal.</translation>
    </message>
    <message>
        <source>Your memory is encrypted with a new key. The old recovery code no longer works.</source>
        <translation>Ihre Erinnerungen sind mit einem neuen Schlüssel verschlüsselt. Der alte Wiederherstellungscode gilt nicht mehr.</translation>
    </message>
    <message>
        <source>Your memory is encrypted.</source>
        <translation>Ihre Erinnerungen sind verschlüsselt.</translation>
    </message>
    <message>
        <source>Your memory is no longer encrypted.</source>
        <translation>Ihre Erinnerungen sind nicht mehr verschlüsselt.</translation>
    </message>
    <message>
        <source>Your messages and the replies are sent to Anthropic.</source>
        <translation>Ihre Nachrichten und die Antworten gehen an Anthropic.</translation>
    </message>
    <message>
        <source>Your messages and the replies are sent to this server.</source>
        <translation>Ihre Nachrichten und die Antworten gehen an diesen Server.</translation>
    </message>
    <message>
        <source>Your name</source>
        <translation>Ihr Name</translation>
    </message>
    <message>
        <source>Your own folder</source>
        <translation>Ein eigener Ordner</translation>
    </message>
    <message>
        <source>Your own model</source>
        <translation>Ihr eigenes Modell</translation>
    </message>
    <message>
        <source>Your own server</source>
        <translation>Eigener Server</translation>
    </message>
    <message>
        <source>Your passphrase opens it. Arbor asks for it when it starts.</source>
        <translation>Ihre Passphrase öffnet ihn. Arbor fragt beim Start danach.</translation>
    </message>
    <message>
        <source>Your reviews show Arbor how far to trust each rule. If a rule is often wrong, the memories it finds get a lower confidence and may need review.</source>
        <translation>Ihre Prüfungen zeigen Arbor, wie weit jeder Regel zu trauen ist. Irrt eine Regel oft, erhalten die von ihr gefundenen Erinnerungen weniger Gewissheit und sind eventuell zu prüfen.</translation>
    </message>
    <message>
        <source>Your settings limit how long transcripts are kept. Any memories from this conversation are still here.</source>
        <translation>Ihre Einstellungen begrenzen, wie lange Verläufe aufbewahrt werden. Erinnerungen aus diesem Gespräch sind noch da.</translation>
    </message>
    <message>
        <source>Your skills</source>
        <translation>Ihre Kenntnisse</translation>
    </message>
    <message>
        <source>Your team</source>
        <translation>Ihr Team</translation>
    </message>
    <message>
        <source>Your week</source>
        <translation>Ihre Woche</translation>
    </message>
    <message>
        <source>Your {who} account has no credit left. Add credit, then try again.</source>
        <translation>Ihr Konto bei {who} hat kein Guthaben mehr. Laden Sie es auf und versuchen Sie es erneut.</translation>
    </message>
    <message>
        <source>ZIP file with tables (*.zip)</source>
        <translation>ZIP-Datei mit Tabellen (*.zip)</translation>
    </message>
    <message>
        <source>Zoom in</source>
        <translation>Vergrößern</translation>
    </message>
    <message>
        <source>Zoom out</source>
        <translation>Verkleinern</translation>
    </message>
    <message>
        <source>a cause the AI found</source>
        <translation>eine Ursache, die die KI fand</translation>
    </message>
    <message>
        <source>a cause you confirmed</source>
        <translation>eine von Ihnen bestätigte Ursache</translation>
    </message>
    <message>
        <source>a decision</source>
        <translation>einer Entscheidung</translation>
    </message>
    <message>
        <source>a goal</source>
        <translation>einem Ziel</translation>
    </message>
    <message>
        <source>a list of memories</source>
        <translation>Liste von Erinnerungen</translation>
    </message>
    <message>
        <source>a part was played</source>
        <translation>eine Rolle wurde gespielt</translation>
    </message>
    <message>
        <source>a preference</source>
        <translation>einer Vorliebe</translation>
    </message>
    <message>
        <source>a problem and its cause</source>
        <translation>einem Problem und seiner Ursache</translation>
    </message>
    <message>
        <source>a project’s memory folder</source>
        <translation>Gedächtnisordner eines Projekts</translation>
    </message>
    <message>
        <source>a secret was taken out</source>
        <translation>ein Geheimnis wurde entfernt</translation>
    </message>
    <message>
        <source>a standing instruction</source>
        <translation>einer dauerhaften Anweisung</translation>
    </message>
    <message>
        <source>a table (CSV)</source>
        <translation>Tabelle (CSV)</translation>
    </message>
    <message numerus="yes">
        <source>about %n h</source>
        <translation>
            <numerusform>etwa %n Std.</numerusform>
            <numerusform>etwa %n Std.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>about %n min</source>
        <translation>
            <numerusform>etwa %n Min.</numerusform>
            <numerusform>etwa %n Min.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>about %n min left</source>
        <translation>
            <numerusform>noch etwa %n Min.</numerusform>
            <numerusform>noch etwa %n Min.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>about %n s left</source>
        <translation>
            <numerusform>noch etwa %n s</numerusform>
            <numerusform>noch etwa %n s</numerusform>
        </translation>
    </message>
    <message>
        <source>about release license</source>
        <translation>Über Ausgabe Lizenz</translation>
    </message>
    <message>
        <source>about {money}</source>
        <translation>etwa {money}</translation>
    </message>
    <message>
        <source>about {n}</source>
        <translation>etwa {n}</translation>
    </message>
    <message>
        <source>about {tokens} tokens</source>
        <translation>etwa {tokens} Token</translation>
    </message>
    <message>
        <source>accept</source>
        <translation>annehmen</translation>
    </message>
    <message>
        <source>accept automatically confidence resolve</source>
        <translation>automatisch annehmen gewissheit lösen</translation>
    </message>
    <message>
        <source>add folder</source>
        <translation>ordner hinzufügen</translation>
    </message>
    <message>
        <source>add memory</source>
        <translation>erinnerung hinzufügen</translation>
    </message>
    <message>
        <source>added</source>
        <translation>neu</translation>
    </message>
    <message>
        <source>added: </source>
        <translation>hinzugefügt: </translation>
    </message>
    <message>
        <source>after</source>
        <translation>nach</translation>
    </message>
    <message>
        <source>age key</source>
        <translation>age-Schlüssel</translation>
    </message>
    <message>
        <source>all</source>
        <translation>alle</translation>
    </message>
    <message>
        <source>all projects</source>
        <translation>alle Projekte</translation>
    </message>
    <message>
        <source>also needs review</source>
        <translation>auch zu prüfen</translation>
    </message>
    <message>
        <source>always</source>
        <translation>immer</translation>
    </message>
    <message>
        <source>an entity without observations</source>
        <translation>eine Entität ohne Beobachtungen</translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>und %n weitere</numerusform>
            <numerusform>und %n weitere</numerusform>
        </translation>
    </message>
    <message>
        <source>and the {name} memory {where}</source>
        <translation>und die {name} {where}</translation>
    </message>
    <message>
        <source>appearance theme keyboard language tray notifications start login</source>
        <translation>erscheinungsbild thema tastatur sprache infobereich benachrichtigungen start anmelden</translation>
    </message>
    <message>
        <source>applies when</source>
        <translation>gilt wenn</translation>
    </message>
    <message>
        <source>archive</source>
        <translation>Archivieren</translation>
    </message>
    <message>
        <source>archived</source>
        <translation>archiviert</translation>
    </message>
    <message>
        <source>archived after {span} without use</source>
        <translation>nach {span} ohne Verwendung archiviert</translation>
    </message>
    <message>
        <source>archived there</source>
        <translation>dort archiviert</translation>
    </message>
    <message>
        <source>asked {what}</source>
        <translation>gefragt {what}</translation>
    </message>
    <message>
        <source>at</source>
        <translation>um</translation>
    </message>
    <message>
        <source>at most {size} today</source>
        <translation>heute höchstens {size}</translation>
    </message>
    <message>
        <source>at session start, through the hook</source>
        <translation>zu Beginn der Sitzung, über den Hook</translation>
    </message>
    <message>
        <source>at start and with the prompt, through the hook</source>
        <translation>zu Beginn und mit dem Prompt, über den Hook</translation>
    </message>
    <message>
        <source>at the start</source>
        <translation>zu Beginn</translation>
    </message>
    <message>
        <source>automatic</source>
        <translation>automatisch</translation>
    </message>
    <message>
        <source>automatically</source>
        <translation>automatisch</translation>
    </message>
    <message>
        <source>autostart startup boot</source>
        <translation>autostart anmelden hochfahren</translation>
    </message>
    <message>
        <source>backend model language network cost offline test choose</source>
        <translation>modell sprache netzwerk kosten offline test wählen lesen</translation>
    </message>
    <message>
        <source>backup copy save export</source>
        <translation>sicherung kopie speichern exportieren</translation>
    </message>
    <message>
        <source>backup restore</source>
        <translation>sicherung wiederherstellen</translation>
    </message>
    <message>
        <source>backup restore delete export folder storage</source>
        <translation>sicherung wiederherstellen löschen exportieren ordner speicherort</translation>
    </message>
    <message>
        <source>backup restore import</source>
        <translation>sicherung wiederherstellen importieren</translation>
    </message>
    <message>
        <source>backups</source>
        <translation>Sicherungen</translation>
    </message>
    <message>
        <source>battery power laptop limits heavy work</source>
        <translation>Akku Strom Netzteil Laptop Grenzen aufwendige Arbeit</translation>
    </message>
    <message>
        <source>both</source>
        <translation>beide</translation>
    </message>
    <message>
        <source>both were kept</source>
        <translation>beide wurden behalten</translation>
    </message>
    <message numerus="yes">
        <source>branch memory of %n branches</source>
        <translation>
            <numerusform>Branch-Erinnerung von %n Branch</numerusform>
            <numerusform>Branch-Erinnerungen von %n Branches</numerusform>
        </translation>
    </message>
    <message>
        <source>branch {name}</source>
        <translation>Branch {name}</translation>
    </message>
    <message>
        <source>build failed</source>
        <translation>Build fehlgeschlagen</translation>
    </message>
    <message>
        <source>build passed</source>
        <translation>Build bestanden</translation>
    </message>
    <message>
        <source>by an AI tool</source>
        <translation>von einem KI-Werkzeug</translation>
    </message>
    <message>
        <source>by an import</source>
        <translation>durch einen Import</translation>
    </message>
    <message>
        <source>by hand</source>
        <translation>von Hand</translation>
    </message>
    <message>
        <source>by maintenance</source>
        <translation>durch die Wartung</translation>
    </message>
    <message numerus="yes">
        <source>by type, last %n days</source>
        <translation>
            <numerusform>nach Art, letzter %n Tag</numerusform>
            <numerusform>nach Art, letzte %n Tage</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>by type, last %n weeks</source>
        <translation>
            <numerusform>nach Art, letzte %n Woche</numerusform>
            <numerusform>nach Art, letzte %n Wochen</numerusform>
        </translation>
    </message>
    <message>
        <source>by you</source>
        <translation>von Ihnen</translation>
    </message>
    <message>
        <source>by {who}</source>
        <translation>von {who}</translation>
    </message>
    <message>
        <source>can&apos;t be used</source>
        <translation>ist nicht nutzbar</translation>
    </message>
    <message>
        <source>change</source>
        <translation>ändern</translation>
    </message>
    <message>
        <source>changed</source>
        <translation>geändert</translation>
    </message>
    <message>
        <source>checked out</source>
        <translation>ausgecheckt</translation>
    </message>
    <message>
        <source>checks failed</source>
        <translation>Prüfungen fehlgeschlagen</translation>
    </message>
    <message>
        <source>checks passed</source>
        <translation>Prüfungen bestanden</translation>
    </message>
    <message>
        <source>choosing search terms</source>
        <translation>Suchbegriffe werden gewählt</translation>
    </message>
    <message>
        <source>chosen at random</source>
        <translation>zufällig gewählt</translation>
    </message>
    <message>
        <source>cleared</source>
        <translation>geleert</translation>
    </message>
    <message>
        <source>close window background</source>
        <translation>fenster schließen hintergrund</translation>
    </message>
    <message>
        <source>coding conversations used a saved pattern or preference</source>
        <translation>Programmiergespräche verwendeten ein gespeichertes Muster oder eine Vorliebe</translation>
    </message>
    <message>
        <source>collapsed</source>
        <translation>eingeklappt</translation>
    </message>
    <message>
        <source>colours appearance mode</source>
        <translation>farben aussehen modus dunkel hell</translation>
    </message>
    <message>
        <source>compaction summary</source>
        <translation>Zusammenfassung beim Kürzen</translation>
    </message>
    <message>
        <source>confidence threshold</source>
        <translation>gewissheit schwelle</translation>
    </message>
    <message>
        <source>confidence threshold accept all</source>
        <translation>gewissheit schwelle alle annehmen</translation>
    </message>
    <message>
        <source>confidence {value}</source>
        <translation>Gewissheit {value}</translation>
    </message>
    <message>
        <source>confidence {worth} after a year, {end}</source>
        <translation>Konfidenz {worth} nach einem Jahr, {end}</translation>
    </message>
    <message>
        <source>confirm</source>
        <translation>bestätigen</translation>
    </message>
    <message>
        <source>confirmed {when}</source>
        <translation>bestätigt {when}</translation>
    </message>
    <message>
        <source>conflict</source>
        <translation>konflikt</translation>
    </message>
    <message>
        <source>conflict compare</source>
        <translation>konflikt vergleichen</translation>
    </message>
    <message>
        <source>conflicts were resolved as suggested</source>
        <translation>Konflikte wurden wie vorgeschlagen gelöst</translation>
    </message>
    <message>
        <source>contains {words}</source>
        <translation>enthält {words}</translation>
    </message>
    <message>
        <source>contradictions</source>
        <translation>Widersprüche</translation>
    </message>
    <message>
        <source>contradicts</source>
        <translation>widerspricht</translation>
    </message>
    <message>
        <source>conversation</source>
        <translation>Gespräch</translation>
    </message>
    <message>
        <source>conversations</source>
        <translation>Gespräche</translation>
    </message>
    <message>
        <source>cost money usage so far</source>
        <translation>kosten geld verbrauch bisher</translation>
    </message>
    <message>
        <source>cpu limits throttle core</source>
        <translation>CPU Grenzen drosseln Kern Prozessor</translation>
    </message>
    <message>
        <source>created from memories</source>
        <translation>aus Erinnerungen erstellt</translation>
    </message>
    <message>
        <source>currently ascending</source>
        <translation>derzeit aufsteigend</translation>
    </message>
    <message>
        <source>currently descending</source>
        <translation>derzeit absteigend</translation>
    </message>
    <message>
        <source>daily task</source>
        <translation>Tagesaufgabe</translation>
    </message>
    <message>
        <source>days</source>
        <translation>Tage</translation>
    </message>
    <message>
        <source>days in the archive</source>
        <translation>Tage im Archiv</translation>
    </message>
    <message>
        <source>decay policy forget</source>
        <translation>verblassen regel vergessen</translation>
    </message>
    <message>
        <source>decay preview curve forget archived</source>
        <translation>verblassen vorschau kurve vergessen archiviert</translation>
    </message>
    <message>
        <source>delete</source>
        <translation>löschen</translation>
    </message>
    <message>
        <source>deleted there</source>
        <translation>dort gelöscht</translation>
    </message>
    <message>
        <source>delivered</source>
        <translation>angekommen</translation>
    </message>
    <message>
        <source>delivery unknown</source>
        <translation>Ankunft unbekannt</translation>
    </message>
    <message>
        <source>did not save the key</source>
        <translation>hat den Schlüssel nicht gespeichert</translation>
    </message>
    <message>
        <source>does not respond</source>
        <translation>antwortet nicht</translation>
    </message>
    <message>
        <source>due</source>
        <translation>fällig</translation>
    </message>
    <message>
        <source>edit</source>
        <translation>bearbeiten</translation>
    </message>
    <message>
        <source>edited</source>
        <translation>bearbeitet</translation>
    </message>
    <message>
        <source>edited by you</source>
        <translation>von Ihnen bearbeitet</translation>
    </message>
    <message>
        <source>effective confidence threshold automatic resolve</source>
        <translation>wirksame gewissheit schwelle automatisch lösen</translation>
    </message>
    <message>
        <source>empty</source>
        <translation>leer</translation>
    </message>
    <message>
        <source>encryption encrypt password passphrase lock security</source>
        <translation>verschlüsselung verschlüsseln passwort passphrase sperre sicherheit</translation>
    </message>
    <message>
        <source>encryption key keyring passphrase</source>
        <translation>verschlüsselung schlüssel schlüsselbund passphrase</translation>
    </message>
    <message>
        <source>encryption recovery code</source>
        <translation>verschlüsselung wiederherstellungscode</translation>
    </message>
    <message>
        <source>error handling</source>
        <translation>fehlerbehandlung</translation>
    </message>
    <message>
        <source>existing memory</source>
        <translation>vorhandene Erinnerung</translation>
    </message>
    <message>
        <source>expanded</source>
        <translation>ausgeklappt</translation>
    </message>
    <message>
        <source>export memories json markdown csv obsidian agents.md mem0 yaml</source>
        <translation>exportieren erinnerungen json markdown csv obsidian agents.md mem0 yaml</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>fehlgeschlagen</translation>
    </message>
    <message>
        <source>far more</source>
        <translation>viel mehr</translation>
    </message>
    <message>
        <source>folder path database file</source>
        <translation>ordner pfad datenbank datei</translation>
    </message>
    <message>
        <source>folders files watch ignore exclude import wait</source>
        <translation>ordner dateien beobachten ignorieren ausschließen importieren warten</translation>
    </message>
    <message>
        <source>free</source>
        <translation>kostenlos</translation>
    </message>
    <message numerus="yes">
        <source>from %n conversations</source>
        <translation>
            <numerusform>aus %n Gespräch</numerusform>
            <numerusform>aus %n Gesprächen</numerusform>
        </translation>
    </message>
    <message>
        <source>from the newer memory</source>
        <translation>von der neueren Erinnerung</translation>
    </message>
    <message>
        <source>from the newest memory</source>
        <translation>von der neuesten Erinnerung</translation>
    </message>
    <message>
        <source>from the same conversation as a better match</source>
        <translation>aus demselben Gespräch wie ein besserer Treffer</translation>
    </message>
    <message>
        <source>full screen game film presentation limits heavy work</source>
        <translation>Vollbild Spiel Film Präsentation Grenzen aufwendige Arbeit</translation>
    </message>
    <message>
        <source>global</source>
        <translation>global</translation>
    </message>
    <message>
        <source>global learning project</source>
        <translation>global lernen projekt</translation>
    </message>
    <message>
        <source>global projects technologies promote</source>
        <translation>global projekte techniken übernehmen</translation>
    </message>
    <message>
        <source>global promote learning gotcha</source>
        <translation>global übernehmen lernen stolperfalle</translation>
    </message>
    <message>
        <source>guard versions memory files restore backup overwrite</source>
        <translation>schützen versionen erinnerungsdateien gedächtnis wiederherstellen sicherung überschreiben</translation>
    </message>
    <message>
        <source>half-life</source>
        <translation>halbwertszeit</translation>
    </message>
    <message>
        <source>helpful use</source>
        <translation>hilfreiche Verwendung</translation>
    </message>
    <message>
        <source>helpful uses</source>
        <translation>hilfreiche Verwendungen</translation>
    </message>
    <message>
        <source>helpful uses per day, last 52 weeks</source>
        <translation>hilfreiche Verwendungen je Tag, letzte 52 Wochen</translation>
    </message>
    <message>
        <source>hidden</source>
        <translation>ausgeblendet</translation>
    </message>
    <message>
        <source>high</source>
        <translation>hoch</translation>
    </message>
    <message>
        <source>hooks MCP Claude Code Codex prompts integrations AI tools</source>
        <translation>hooks MCP Claude Code Codex prompts anbindungen KI werkzeuge</translation>
    </message>
    <message>
        <source>hooks capture consent read session end</source>
        <translation>hooks lesen zustimmung sitzung ende</translation>
    </message>
    <message>
        <source>hooks inject context</source>
        <translation>hooks einfügen kontext</translation>
    </message>
    <message>
        <source>hooks silent</source>
        <translation>hooks still</translation>
    </message>
    <message>
        <source>ignore exclude never read folders projects files patterns</source>
        <translation>ignorieren ausschließen nie lesen ordner projekte dateien muster</translation>
    </message>
    <message>
        <source>ignored</source>
        <translation>ignoriert</translation>
    </message>
    <message>
        <source>import memories chatgpt claude mem0 mcp markdown obsidian</source>
        <translation>importieren erinnerungen chatgpt claude mem0 mcp markdown obsidian</translation>
    </message>
    <message>
        <source>in a conversation</source>
        <translation>in einem Gespräch</translation>
    </message>
    <message>
        <source>in another Arbor process</source>
        <translation>in einem anderen Arbor-Prozess</translation>
    </message>
    <message>
        <source>in conflict</source>
        <translation>im Konflikt</translation>
    </message>
    <message>
        <source>in conflict with another memory</source>
        <translation>im Konflikt mit einer anderen</translation>
    </message>
    <message>
        <source>in the file, without a prompt</source>
        <translation>in der Datei, ohne Prompt</translation>
    </message>
    <message>
        <source>in {project}</source>
        <translation>in {project}</translation>
    </message>
    <message>
        <source>included</source>
        <translation>dabei</translation>
    </message>
    <message>
        <source>integrate hook server connect disconnect install remove repair</source>
        <translation>anbinden hook server verbinden trennen installieren entfernen reparieren</translation>
    </message>
    <message>
        <source>interrupted</source>
        <translation>wurde unterbrochen</translation>
    </message>
    <message>
        <source>invited</source>
        <translation>eingeladen</translation>
    </message>
    <message>
        <source>is locked</source>
        <translation>ist gesperrt</translation>
    </message>
    <message>
        <source>is related to</source>
        <translation>ist verwandt mit</translation>
    </message>
    <message>
        <source>is similar to</source>
        <translation>ist ähnlich wie</translation>
    </message>
    <message>
        <source>it helped {count} of {total} times</source>
        <translation>sie half {count} von {total} Malen</translation>
    </message>
    <message>
        <source>it is more certain</source>
        <translation>sie ist sicherer</translation>
    </message>
    <message>
        <source>it isn&apos;t JSON</source>
        <translation>die Datei ist kein JSON</translation>
    </message>
    <message>
        <source>it isn&apos;t really a {suffix} file</source>
        <translation>die Datei ist keine echte {suffix}-Datei</translation>
    </message>
    <message>
        <source>it was mentioned most recently</source>
        <translation>sie wurde zuletzt erwähnt</translation>
    </message>
    <message>
        <source>it was mentioned or used more recently</source>
        <translation>sie wurde später erwähnt oder verwendet</translation>
    </message>
    <message>
        <source>it was used more often</source>
        <translation>sie wurde häufiger verwendet</translation>
    </message>
    <message>
        <source>it&apos;s a binary file</source>
        <translation>es ist eine Binärdatei</translation>
    </message>
    <message>
        <source>its format isn&apos;t supported</source>
        <translation>das Format wird nicht unterstützt</translation>
    </message>
    <message>
        <source>judge conflicts summaries</source>
        <translation>urteil konflikte zusammenfassungen</translation>
    </message>
    <message>
        <source>just now</source>
        <translation>gerade eben</translation>
    </message>
    <message>
        <source>keyboard shortcuts hotkeys keys</source>
        <translation>tastatur tastenkürzel kürzel tasten</translation>
    </message>
    <message>
        <source>known problems did not come back</source>
        <translation>bekannte Probleme kamen nicht wieder</translation>
    </message>
    <message>
        <source>large</source>
        <translation>groß</translation>
    </message>
    <message>
        <source>last 7 days</source>
        <translation>letzte 7 Tage</translation>
    </message>
    <message>
        <source>last change {ago}</source>
        <translation>letzte Änderung {ago}</translation>
    </message>
    <message>
        <source>last change {when}</source>
        <translation>letzte Änderung {when}</translation>
    </message>
    <message>
        <source>last read: {count}</source>
        <translation>zuletzt: {count}</translation>
    </message>
    <message>
        <source>last updated {when}</source>
        <translation>zuletzt aktualisiert {when}</translation>
    </message>
    <message>
        <source>later</source>
        <translation>später</translation>
    </message>
    <message>
        <source>learned</source>
        <translation>gelernt</translation>
    </message>
    <message>
        <source>left out</source>
        <translation>ausgelassen</translation>
    </message>
    <message>
        <source>less than $0.001</source>
        <translation>unter $0,001</translation>
    </message>
    <message>
        <source>less than {amount}</source>
        <translation>weniger als {amount}</translation>
    </message>
    <message>
        <source>likely {range}</source>
        <translation>vermutlich {range}</translation>
    </message>
    <message>
        <source>limit</source>
        <translation>grenze</translation>
    </message>
    <message>
        <source>limit dollars money</source>
        <translation>grenze dollar geld</translation>
    </message>
    <message>
        <source>limit to project</source>
        <translation>auf projekt beschränken</translation>
    </message>
    <message>
        <source>line {line} isn&apos;t JSON</source>
        <translation>Zeile {line} ist kein JSON</translation>
    </message>
    <message>
        <source>link</source>
        <translation>verknüpfen</translation>
    </message>
    <message>
        <source>load processor cpu limits heavy work</source>
        <translation>Last Prozessor CPU Grenzen aufwendige Arbeit</translation>
    </message>
    <message>
        <source>low</source>
        <translation>niedrig</translation>
    </message>
    <message>
        <source>maintenance run log full</source>
        <translation>wartung lauf protokoll voll</translation>
    </message>
    <message>
        <source>maintenance run progress</source>
        <translation>wartung lauf fortschritt</translation>
    </message>
    <message>
        <source>make global</source>
        <translation>global machen</translation>
    </message>
    <message>
        <source>mark as wrong</source>
        <translation>als falsch markieren</translation>
    </message>
    <message>
        <source>marked outdated</source>
        <translation>als veraltet markiert</translation>
    </message>
    <message>
        <source>meaning ranking weights</source>
        <translation>bedeutung rangfolge gewichte</translation>
    </message>
    <message>
        <source>medium</source>
        <translation>mittel</translation>
    </message>
    <message>
        <source>mem0 or OpenMemory</source>
        <translation>mem0 oder OpenMemory</translation>
    </message>
    <message>
        <source>memories</source>
        <translation>Erinnerungen</translation>
    </message>
    <message>
        <source>memories not restored</source>
        <translation>nicht wiederhergestellte Erinnerungen</translation>
    </message>
    <message>
        <source>memories per confidence step of 0.1</source>
        <translation>Erinnerungen je Gewissheitsstufe von 0,1</translation>
    </message>
    <message>
        <source>memories were never used, and not mentioned or confirmed for 90 days</source>
        <translation>Erinnerungen wurden nie verwendet und 90 Tage nicht erwähnt oder bestätigt</translation>
    </message>
    <message>
        <source>merge</source>
        <translation>zusammenführen</translation>
    </message>
    <message>
        <source>merged with yours</source>
        <translation>mit Ihren zusammengeführt</translation>
    </message>
    <message>
        <source>message {number}</source>
        <translation>Nachricht {number}</translation>
    </message>
    <message>
        <source>messages</source>
        <translation>Nachrichten</translation>
    </message>
    <message>
        <source>minutes</source>
        <translation>Minuten</translation>
    </message>
    <message>
        <source>model Anthropic Claude API key budget offline rules</source>
        <translation>modell Anthropic Claude API schlüssel budget offline regeln</translation>
    </message>
    <message>
        <source>monthly task</source>
        <translation>Monatsaufgabe</translation>
    </message>
    <message>
        <source>mostly code, or pasted or quoted text</source>
        <translation>überwiegend Code oder eingefügter oder zitierter Text</translation>
    </message>
    <message>
        <source>near the limit</source>
        <translation>nahe der Grenze</translation>
    </message>
    <message>
        <source>need you</source>
        <translation>brauchen Sie</translation>
    </message>
    <message>
        <source>needs about {n} more sessions</source>
        <translation>braucht etwa {n} weitere Sitzungen</translation>
    </message>
    <message>
        <source>needs hundreds of sessions more</source>
        <translation>braucht Hunderte weitere Sitzungen</translation>
    </message>
    <message>
        <source>neither</source>
        <translation>keine von beiden</translation>
    </message>
    <message>
        <source>neither an entity nor a relation</source>
        <translation>weder eine Entität noch eine Beziehung</translation>
    </message>
    <message>
        <source>never</source>
        <translation>nie</translation>
    </message>
    <message>
        <source>never archived</source>
        <translation>nie archiviert</translation>
    </message>
    <message>
        <source>new</source>
        <translation>neu</translation>
    </message>
    <message>
        <source>new memories added</source>
        <translation>neue Erinnerungen hinzugefügt</translation>
    </message>
    <message>
        <source>nightly task</source>
        <translation>Nachtaufgabe</translation>
    </message>
    <message>
        <source>no</source>
        <translation>nein</translation>
    </message>
    <message>
        <source>no cost</source>
        <translation>kostenlos</translation>
    </message>
    <message>
        <source>no data yet</source>
        <translation>noch keine Daten</translation>
    </message>
    <message>
        <source>no lasting rules, preferences or facts found</source>
        <translation>keine dauerhaften Regeln, Vorlieben oder Tatsachen gefunden</translation>
    </message>
    <message>
        <source>no lines changed</source>
        <translation>keine Zeile ändert sich</translation>
    </message>
    <message>
        <source>no memories</source>
        <translation>keine Erinnerungen</translation>
    </message>
    <message>
        <source>no memory</source>
        <translation>keine Erinnerung</translation>
    </message>
    <message>
        <source>no messages</source>
        <translation>keine Nachrichten</translation>
    </message>
    <message>
        <source>no new memories</source>
        <translation>keine neuen Erinnerungen</translation>
    </message>
    <message>
        <source>no price: on this computer, or in your plan</source>
        <translation>ohne Preis: auf diesem Computer oder im Abo</translation>
    </message>
    <message>
        <source>no programming language</source>
        <translation>keine Programmiersprache</translation>
    </message>
    <message>
        <source>no text</source>
        <translation>kein Text</translation>
    </message>
    <message>
        <source>noise threshold</source>
        <translation>rauschen schwelle</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
    <message>
        <source>none contained them</source>
        <translation>keine enthielt sie</translation>
    </message>
    <message>
        <source>none of them</source>
        <translation>keine davon</translation>
    </message>
    <message>
        <source>none this week</source>
        <translation>keine diese Woche</translation>
    </message>
    <message>
        <source>none used</source>
        <translation>keine verwendet</translation>
    </message>
    <message>
        <source>not a note with properties</source>
        <translation>keine Notiz mit Eigenschaften</translation>
    </message>
    <message>
        <source>not all delivered</source>
        <translation>nicht alle angekommen</translation>
    </message>
    <message>
        <source>not delivered</source>
        <translation>nicht angekommen</translation>
    </message>
    <message>
        <source>not in English</source>
        <translation>nicht auf Englisch</translation>
    </message>
    <message>
        <source>not in {projects}</source>
        <translation>nicht in {projects}</translation>
    </message>
    <message>
        <source>not included</source>
        <translation>nicht dabei</translation>
    </message>
    <message>
        <source>not on {branches}</source>
        <translation>nicht auf {branches}</translation>
    </message>
    <message>
        <source>not read yet</source>
        <translation>noch nicht gelesen</translation>
    </message>
    <message>
        <source>not used yet</source>
        <translation>noch nicht verwendet</translation>
    </message>
    <message>
        <source>nothing new</source>
        <translation>nichts Neues</translation>
    </message>
    <message>
        <source>nothing read yet</source>
        <translation>noch nichts gelesen</translation>
    </message>
    <message>
        <source>nothing recognized as lasting</source>
        <translation>nichts Dauerhaftes erkannt</translation>
    </message>
    <message>
        <source>now</source>
        <translation>jetzt</translation>
    </message>
    <message numerus="yes">
        <source>of %n in use</source>
        <translation>
            <numerusform>%n in Verwendung</numerusform>
            <numerusform>von %n in Verwendung</numerusform>
        </translation>
    </message>
    <message>
        <source>of {count} read</source>
        <translation>von {count} gelesen</translation>
    </message>
    <message>
        <source>of {limit} budget</source>
        <translation>von {limit} Budget</translation>
    </message>
    <message>
        <source>off</source>
        <translation>aus</translation>
    </message>
    <message>
        <source>offline rules error</source>
        <translation>offline regeln fehler</translation>
    </message>
    <message>
        <source>on line {line}</source>
        <translation>in Zeile {line}</translation>
    </message>
    <message>
        <source>on {branch}</source>
        <translation>auf {branch}</translation>
    </message>
    <message>
        <source>on {branch} in {project}</source>
        <translation>auf {branch} in {project}</translation>
    </message>
    <message>
        <source>one of your skills</source>
        <translation>einer Ihrer Kenntnisse</translation>
    </message>
    <message>
        <source>only questions</source>
        <translation>nur Fragen</translation>
    </message>
    <message>
        <source>only to {place}</source>
        <translation>nur für {place}</translation>
    </message>
    <message>
        <source>opened read-only</source>
        <translation>nur zum Lesen geöffnet</translation>
    </message>
    <message>
        <source>or {value}</source>
        <translation>oder {value}</translation>
    </message>
    <message>
        <source>partly done</source>
        <translation>teilweise erledigt</translation>
    </message>
    <message>
        <source>passed</source>
        <translation>bestanden</translation>
    </message>
    <message>
        <source>past sessions outcome prompt</source>
        <translation>frühere sitzungen ergebnis prompt</translation>
    </message>
    <message>
        <source>pause resume watching</source>
        <translation>anhalten fortsetzen beobachten</translation>
    </message>
    <message>
        <source>paused there</source>
        <translation>dort pausiert</translation>
    </message>
    <message>
        <source>pending accept</source>
        <translation>offen annehmen</translation>
    </message>
    <message>
        <source>pending there</source>
        <translation>dort noch zu prüfen</translation>
    </message>
    <message>
        <source>per day, last 52 weeks</source>
        <translation>je Tag, letzte 52 Wochen</translation>
    </message>
    <message>
        <source>policy forget</source>
        <translation>regel vergessen</translation>
    </message>
    <message>
        <source>price half cost past conversations</source>
        <translation>preis hälfte kosten frühere gespräche</translation>
    </message>
    <message>
        <source>price varies</source>
        <translation>Preis schwankt</translation>
    </message>
    <message>
        <source>progress building vectors</source>
        <translation>fortschritt vektoren</translation>
    </message>
    <message>
        <source>project {name}</source>
        <translation>Projekt {name}</translation>
    </message>
    <message>
        <source>purge archive delete forever</source>
        <translation>löschen archiv endgültig</translation>
    </message>
    <message>
        <source>purge erase forget reset all memories</source>
        <translation>löschen vergessen zurücksetzen alle erinnerungen</translation>
    </message>
    <message>
        <source>ranking weights relevance confidence use recency</source>
        <translation>rangfolge gewichte relevanz gewissheit verwendung aktualität</translation>
    </message>
    <message numerus="yes">
        <source>reading %n matches</source>
        <translation>
            <numerusform>%n Treffer wird gelesen</numerusform>
            <numerusform>%n Treffer werden gelesen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>reading %n statements from summaries</source>
        <translation>
            <numerusform>%n Aussage aus Zusammenfassungen wird gelesen</numerusform>
            <numerusform>%n Aussagen aus Zusammenfassungen werden gelesen</numerusform>
        </translation>
    </message>
    <message>
        <source>recent</source>
        <translation>zuletzt</translation>
    </message>
    <message>
        <source>records work, not knowledge</source>
        <translation>hält Arbeit fest, kein Wissen</translation>
    </message>
    <message>
        <source>redaction privacy email personal</source>
        <translation>schwärzung privatsphäre e-mail persönlich</translation>
    </message>
    <message>
        <source>redaction secrets credentials keys tokens passwords rotate</source>
        <translation>Schwärzung Geheimnisse Zugangsdaten Schlüssel Token Passwörter ändern</translation>
    </message>
    <message>
        <source>redaction secrets credentials privacy</source>
        <translation>schwärzung geheimnisse zugangsdaten privatsphäre</translation>
    </message>
    <message>
        <source>redaction secrets encryption passphrase</source>
        <translation>Schwärzung Geheimnisse Verschlüsselung Passphrase</translation>
    </message>
    <message>
        <source>reject</source>
        <translation>ablehnen</translation>
    </message>
    <message>
        <source>rejected there</source>
        <translation>dort abgelehnt</translation>
    </message>
    <message>
        <source>relations of an unknown entity</source>
        <translation>Beziehungen einer unbekannten Entität</translation>
    </message>
    <message>
        <source>relevant memories helped</source>
        <translation>passende Erinnerungen halfen</translation>
    </message>
    <message>
        <source>remove link</source>
        <translation>verknüpfung entfernen</translation>
    </message>
    <message>
        <source>removed: </source>
        <translation>entfernt: </translation>
    </message>
    <message>
        <source>reopen conflict</source>
        <translation>konflikt wieder öffnen</translation>
    </message>
    <message>
        <source>replaced</source>
        <translation>ersetzt</translation>
    </message>
    <message>
        <source>replaced there</source>
        <translation>dort ersetzt</translation>
    </message>
    <message>
        <source>replaces</source>
        <translation>ersetzt</translation>
    </message>
    <message>
        <source>rescan</source>
        <translation>erneut untersuchen</translation>
    </message>
    <message>
        <source>reset</source>
        <translation>zurückgesetzt</translation>
    </message>
    <message>
        <source>reset rules trust</source>
        <translation>regeln zurücksetzen vertrauen</translation>
    </message>
    <message>
        <source>resolve conflict</source>
        <translation>Konflikt lösen</translation>
    </message>
    <message>
        <source>restore</source>
        <translation>wiederherstellen</translation>
    </message>
    <message>
        <source>restore earlier version</source>
        <translation>frühere version wiederherstellen</translation>
    </message>
    <message>
        <source>result unknown</source>
        <translation>Ergebnis unbekannt</translation>
    </message>
    <message>
        <source>retention</source>
        <translation>aufbewahrung</translation>
    </message>
    <message>
        <source>retention text old conversations keep delete</source>
        <translation>aufbewahrung text alte gespräche behalten löschen</translation>
    </message>
    <message>
        <source>rules for AI tools</source>
        <translation>Regeln für KI-Werkzeuge</translation>
    </message>
    <message>
        <source>rules trust confidence feedback incorrect reject reset</source>
        <translation>regeln vertrauen gewissheit rückmeldung falsch ablehnen zurücksetzen</translation>
    </message>
    <message>
        <source>schedule tasks clean up fading forgetting archive confidence retention</source>
        <translation>zeitplan aufgaben aufräumen verblassen vergessen archiv gewissheit aufbewahrung</translation>
    </message>
    <message>
        <source>schedule time maintenance cron when</source>
        <translation>zeitplan uhrzeit wartung cron wann</translation>
    </message>
    <message>
        <source>scheduled</source>
        <translation>nach Zeitplan</translation>
    </message>
    <message>
        <source>search meaning vectors semantic embedding model offline</source>
        <translation>suche bedeutung vektoren semantisch embedding modell offline</translation>
    </message>
    <message>
        <source>seconds</source>
        <translation>Sekunden</translation>
    </message>
    <message>
        <source>sent when the server is back</source>
        <translation>gesendet, sobald der Server wieder da ist</translation>
    </message>
    <message>
        <source>sessions helped</source>
        <translation>Sitzungen geholfen</translation>
    </message>
    <message>
        <source>sessions without memories</source>
        <translation>Sitzungen ohne Erinnerungen</translation>
    </message>
    <message>
        <source>share colleagues members server PostgreSQL invite join leave</source>
        <translation>teilen kollegen mitglieder server postgresql einladen beitreten verlassen</translation>
    </message>
    <message>
        <source>shared here at {value} or higher</source>
        <translation>hier ab {value} weitergegeben</translation>
    </message>
    <message>
        <source>shared members</source>
        <translation>geteilt mitglieder</translation>
    </message>
    <message>
        <source>shared members trust</source>
        <translation>geteilt mitglieder vertrauen</translation>
    </message>
    <message>
        <source>shared often</source>
        <translation>oft weitergegeben</translation>
    </message>
    <message>
        <source>shown</source>
        <translation>gezeigt</translation>
    </message>
    <message>
        <source>similar meaning</source>
        <translation>ähnliche Bedeutung</translation>
    </message>
    <message>
        <source>similar to {words}</source>
        <translation>ähnlich wie {words}</translation>
    </message>
    <message>
        <source>size check integrity damaged database</source>
        <translation>größe prüfen integrität beschädigt datenbank</translation>
    </message>
    <message>
        <source>skipped</source>
        <translation>übersprungen</translation>
    </message>
    <message>
        <source>small</source>
        <translation>klein</translation>
    </message>
    <message>
        <source>someone you know</source>
        <translation>jemandem, den Sie kennen</translation>
    </message>
    <message>
        <source>something about the project</source>
        <translation>etwas über das Projekt</translation>
    </message>
    <message>
        <source>something about you</source>
        <translation>etwas über Sie</translation>
    </message>
    <message>
        <source>source of this memory</source>
        <translation>Quelle dieser Erinnerung</translation>
    </message>
    <message>
        <source>sources assistants</source>
        <translation>quellen assistenten</translation>
    </message>
    <message>
        <source>sources folders conversations consent</source>
        <translation>quellen ordner gespräche zustimmung</translation>
    </message>
    <message>
        <source>speed varies</source>
        <translation>Tempo schwankt</translation>
    </message>
    <message>
        <source>stop</source>
        <translation>anhalten</translation>
    </message>
    <message>
        <source>stopped</source>
        <translation>wurde angehalten</translation>
    </message>
    <message>
        <source>succeeded</source>
        <translation>gelungen</translation>
    </message>
    <message>
        <source>suggests changing</source>
        <translation>schlägt eine Änderung vor</translation>
    </message>
    <message>
        <source>suggests deleting</source>
        <translation>schlägt eine Löschung vor</translation>
    </message>
    <message>
        <source>sync synchronize computers laptop pair join</source>
        <translation>synchronisieren abgleichen computer laptop koppeln beitreten</translation>
    </message>
    <message>
        <source>team</source>
        <translation>Team</translation>
    </message>
    <message>
        <source>technology</source>
        <translation>technik</translation>
    </message>
    <message>
        <source>testing</source>
        <translation>testing</translation>
    </message>
    <message>
        <source>testing.coverage_target</source>
        <translation>testing.coverage_target</translation>
    </message>
    <message>
        <source>tests failed</source>
        <translation>Tests fehlgeschlagen</translation>
    </message>
    <message>
        <source>tests or a build passed, or you said it works</source>
        <translation>Tests oder ein Build bestanden, oder Sie sagten, dass es funktioniert</translation>
    </message>
    <message>
        <source>tests passed</source>
        <translation>Tests bestanden</translation>
    </message>
    <message>
        <source>tests passed afterwards</source>
        <translation>Tests danach bestanden</translation>
    </message>
    <message>
        <source>the build passed afterwards</source>
        <translation>Build danach bestanden</translation>
    </message>
    <message>
        <source>the claude command</source>
        <translation>der Befehl claude</translation>
    </message>
    <message>
        <source>the image couldn&apos;t be created</source>
        <translation>das Bild konnte nicht erstellt werden</translation>
    </message>
    <message>
        <source>the last hook call</source>
        <translation>dem letzten Aufruf eines Hooks</translation>
    </message>
    <message numerus="yes">
        <source>the model %n times</source>
        <translation>
            <numerusform>das Modell %n Mal</numerusform>
            <numerusform>das Modell %n Mal</numerusform>
        </translation>
    </message>
    <message>
        <source>the model found nothing lasting</source>
        <translation>das Modell hat nichts Dauerhaftes gefunden</translation>
    </message>
    <message>
        <source>the more certain one was kept</source>
        <translation>die gewissere wurde behalten</translation>
    </message>
    <message>
        <source>the newer memory says it replaces the older one</source>
        <translation>die neuere sagt, dass sie die ältere ersetzt</translation>
    </message>
    <message>
        <source>the newer one was kept</source>
        <translation>die neuere wurde behalten</translation>
    </message>
    <message>
        <source>the older one was kept</source>
        <translation>die ältere wurde behalten</translation>
    </message>
    <message>
        <source>the older one was marked as outdated</source>
        <translation>die ältere wurde als veraltet markiert</translation>
    </message>
    <message>
        <source>the other memory did not help</source>
        <translation>die andere hat nicht geholfen</translation>
    </message>
    <message>
        <source>the same conversation</source>
        <translation>dasselbe Gespräch</translation>
    </message>
    <message>
        <source>the same project</source>
        <translation>dasselbe Projekt</translation>
    </message>
    <message>
        <source>the system refuses it ({why})</source>
        <translation>das System verweigert den Zugriff ({why})</translation>
    </message>
    <message>
        <source>the tool was connected</source>
        <translation>der Verbindung</translation>
    </message>
    <message>
        <source>the {branch} branch of {project}</source>
        <translation>den Branch {branch} von {project}</translation>
    </message>
    <message>
        <source>the {name} memory {where}</source>
        <translation>die {name} {where}</translation>
    </message>
    <message>
        <source>they were merged</source>
        <translation>sie wurden zusammengeführt</translation>
    </message>
    <message>
        <source>this memory</source>
        <translation>diese Erinnerung</translation>
    </message>
    <message>
        <source>this project</source>
        <translation>dieses Projekt</translation>
    </message>
    <message>
        <source>this week</source>
        <translation>diese Woche</translation>
    </message>
    <message>
        <source>threshold</source>
        <translation>schwelle</translation>
    </message>
    <message>
        <source>timeout time-out wait</source>
        <translation>zeitlimit timeout warten</translation>
    </message>
    <message>
        <source>tiny</source>
        <translation>winzig</translation>
    </message>
    <message>
        <source>to all projects</source>
        <translation>für alle Projekte</translation>
    </message>
    <message>
        <source>to compare sessions with and without</source>
        <translation>um Sitzungen mit und ohne zu vergleichen</translation>
    </message>
    <message>
        <source>today</source>
        <translation>heute</translation>
    </message>
    <message>
        <source>today {time}</source>
        <translation>heute {time}</translation>
    </message>
    <message>
        <source>tokens</source>
        <translation>Token</translation>
    </message>
    <message>
        <source>tomorrow</source>
        <translation>morgen</translation>
    </message>
    <message>
        <source>tomorrow {time}</source>
        <translation>morgen {time}</translation>
    </message>
    <message>
        <source>tonight</source>
        <translation>heute Nacht</translation>
    </message>
    <message>
        <source>too short</source>
        <translation>zu kurz</translation>
    </message>
    <message>
        <source>translation locale</source>
        <translation>übersetzung sprache</translation>
    </message>
    <message>
        <source>turned off in Settings</source>
        <translation>in den Einstellungen ausgeschaltet</translation>
    </message>
    <message>
        <source>turns lines of conversations</source>
        <translation>wortwechsel zeilen von gesprächen</translation>
    </message>
    <message>
        <source>under $0.01</source>
        <translation>unter $0,01</translation>
    </message>
    <message>
        <source>under 1 %</source>
        <translation>unter 1 %</translation>
    </message>
    <message>
        <source>under 1 s</source>
        <translation>unter 1 s</translation>
    </message>
    <message>
        <source>under a minute</source>
        <translation>unter einer Minute</translation>
    </message>
    <message>
        <source>undone by rewinding</source>
        <translation>durch Zurückspulen rückgängig gemacht</translation>
    </message>
    <message>
        <source>updated {when}</source>
        <translation>aktualisiert {when}</translation>
    </message>
    <message>
        <source>updates upgrade new release version</source>
        <translation>Updates Aktualisierung neu Veröffentlichung Version</translation>
    </message>
    <message>
        <source>usage not checked yet</source>
        <translation>Verwendung noch nicht geprüft</translation>
    </message>
    <message numerus="yes">
        <source>used %n times</source>
        <translation>
            <numerusform>%n Mal verwendet</numerusform>
            <numerusform>%n Mal verwendet</numerusform>
        </translation>
    </message>
    <message>
        <source>used {ago}</source>
        <translation>verwendet {ago}</translation>
    </message>
    <message>
        <source>uses your Claude plan</source>
        <translation>nutzt Ihr Claude-Abo</translation>
    </message>
    <message>
        <source>version before: {when}</source>
        <translation>Version davor: {when}</translation>
    </message>
    <message>
        <source>version updates release</source>
        <translation>Version Aktualisierung Ausgabe</translation>
    </message>
    <message>
        <source>very large</source>
        <translation>sehr groß</translation>
    </message>
    <message>
        <source>wants to change a memory</source>
        <translation>möchte eine Erinnerung ändern</translation>
    </message>
    <message>
        <source>wants to delete a memory</source>
        <translation>möchte eine Erinnerung löschen</translation>
    </message>
    <message>
        <source>was mentioned together with</source>
        <translation>wurde zusammen erwähnt mit</translation>
    </message>
    <message>
        <source>was merged into</source>
        <translation>wurde zusammengeführt in</translation>
    </message>
    <message>
        <source>was {value} on {day}</source>
        <translation>war {value} am {day}</translation>
    </message>
    <message>
        <source>week digest</source>
        <translation>Woche Überblick Zusammenfassung</translation>
    </message>
    <message>
        <source>weekly task</source>
        <translation>Wochenaufgabe</translation>
    </message>
    <message>
        <source>when the AI asks, through the MCP server</source>
        <translation>auf Anfrage der KI, über den MCP-Server</translation>
    </message>
    <message>
        <source>where they can&apos;t {both} be true.</source>
        <translation>wo sie nicht {both} stimmen können.</translation>
    </message>
    <message>
        <source>with prompts</source>
        <translation>mit Prompts</translation>
    </message>
    <message>
        <source>withdrawn</source>
        <translation>zurückgenommen</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>ja</translation>
    </message>
    <message>
        <source>yesterday</source>
        <translation>gestern</translation>
    </message>
    <message>
        <source>yesterday {time}</source>
        <translation>gestern {time}</translation>
    </message>
    <message>
        <source>you said it works</source>
        <translation>Sie sagten, dass es funktioniert</translation>
    </message>
    <message numerus="yes">
        <source>{about}, and %n more.</source>
        <translation>
            <numerusform>{about} und %n weitere.</numerusform>
            <numerusform>{about} und %n weitere.</numerusform>
        </translation>
    </message>
    <message>
        <source>{answer}, because {reason}</source>
        <translation>{answer}, weil {reason}</translation>
    </message>
    <message>
        <source>{a} less to far more</source>
        <translation>{a} weniger bis viel mehr</translation>
    </message>
    <message>
        <source>{a} less to {b} more</source>
        <translation>{a} weniger bis {b} mehr</translation>
    </message>
    <message>
        <source>{a} more to far more</source>
        <translation>{a} mehr bis viel mehr</translation>
    </message>
    <message>
        <source>{a} to {b} less</source>
        <translation>{a} bis {b} weniger</translation>
    </message>
    <message>
        <source>{a} to {b} more</source>
        <translation>{a} bis {b} mehr</translation>
    </message>
    <message>
        <source>{a} → {b}</source>
        <translation>{a} → {b}</translation>
    </message>
    <message>
        <source>{a} → {b} per session</source>
        <translation>{a} → {b} je Sitzung</translation>
    </message>
    <message>
        <source>{a} → {b} times in 10 sessions</source>
        <translation>{a} → {b} Mal in 10 Sitzungen</translation>
    </message>
    <message>
        <source>{before}, now {after}</source>
        <translation>{before}, jetzt {after}</translation>
    </message>
    <message>
        <source>{conversations} deleted</source>
        <translation>{conversations} gelöscht</translation>
    </message>
    <message>
        <source>{conversations} read · {new}</source>
        <translation>{conversations} gelesen · {new}</translation>
    </message>
    <message>
        <source>{conversations} will be read now</source>
        <translation>{conversations} werden jetzt gelesen</translation>
    </message>
    <message>
        <source>{count} / {total} tokens</source>
        <translation>{count} / {total} Token</translation>
    </message>
    <message>
        <source>{count} memories of {name} are not valid.</source>
        <translation>{count} Erinnerungen von {name} sind nicht gültig.</translation>
    </message>
    <message>
        <source>{count} of {all} written again</source>
        <translation>{count} von {all} neu geschrieben</translation>
    </message>
    <message>
        <source>{count} of {total}</source>
        <translation>{count} von {total}</translation>
    </message>
    <message>
        <source>{count} of {total} ({share})</source>
        <translation>{count} von {total} ({share})</translation>
    </message>
    <message>
        <source>{count} of {total} characters</source>
        <translation>{count} von {total} Zeichen</translation>
    </message>
    <message>
        <source>{count} of {total} tokens</source>
        <translation>{count} von {total} Token</translation>
    </message>
    <message>
        <source>{count} on {days} out of {all} days. {busiest}.</source>
        <translation>{count} an {days} von {all} Tagen. {busiest}.</translation>
    </message>
    <message>
        <source>{day} and today</source>
        <translation>{day} und heute</translation>
    </message>
    <message>
        <source>{day} to today</source>
        <translation>{day} bis heute</translation>
    </message>
    <message>
        <source>{day} {month}</source>
        <translation>{day}. {month}</translation>
    </message>
    <message>
        <source>{device} joined</source>
        <translation>{device} ist beigetreten</translation>
    </message>
    <message>
        <source>{done} of {total}</source>
        <translation>{done} von {total}</translation>
    </message>
    <message>
        <source>{done} of {total} downloaded</source>
        <translation>{done} von {total} heruntergeladen</translation>
    </message>
    <message>
        <source>{done} of {total} memories are ready</source>
        <translation>{done} von {total} Erinnerungen sind bereit</translation>
    </message>
    <message numerus="yes">
        <source>{entries} in %n projects</source>
        <translation>
            <numerusform>{entries} in %n Projekt</numerusform>
            <numerusform>{entries} in %n Projekten</numerusform>
        </translation>
    </message>
    <message>
        <source>{far}. Paused.</source>
        <translation>{far}. Angehalten.</translation>
    </message>
    <message>
        <source>{far}. The rest are found by words until then.</source>
        <translation>{far}. Der Rest wird bis dahin nach Wörtern gefunden.</translation>
    </message>
    <message>
        <source>{file} (not written yet)</source>
        <translation>{file} (noch nicht geschrieben)</translation>
    </message>
    <message>
        <source>{file} already exists. Choose another name.</source>
        <translation>{file} gibt es schon. Wählen Sie einen anderen Namen.</translation>
    </message>
    <message>
        <source>{file} can&apos;t be changed</source>
        <translation>{file} kann nicht geändert werden</translation>
    </message>
    <message>
        <source>{file} can&apos;t be written: {why}</source>
        <translation>{file} kann nicht geschrieben werden: {why}</translation>
    </message>
    <message>
        <source>{file} file</source>
        <translation>Datei {file}</translation>
    </message>
    <message>
        <source>{file} has no memories.</source>
        <translation>{file} enthält keine Erinnerungen.</translation>
    </message>
    <message>
        <source>{file} is a link to a file elsewhere, which would not be changed. Move that file here.</source>
        <translation>{file} ist eine Verknüpfung zu einer Datei an anderer Stelle, die unverändert bliebe. Verschieben Sie diese hierher.</translation>
    </message>
    <message>
        <source>{file} is incomplete or damaged. It is read when it is whole.</source>
        <translation>{file} ist unvollständig oder beschädigt. Die Datei wird gelesen, sobald sie vollständig ist.</translation>
    </message>
    <message>
        <source>{file} is kept up to date</source>
        <translation>{file} wird aktuell gehalten</translation>
    </message>
    <message>
        <source>{file} is sealed with a key that this device does not have yet.</source>
        <translation>{file} ist mit einem Schlüssel verschlossen, den dieses Gerät noch nicht hat.</translation>
    </message>
    <message>
        <source>{file} restored</source>
        <translation>{file} wiederhergestellt</translation>
    </message>
    <message>
        <source>{file} was deleted</source>
        <translation>{file} wurde gelöscht</translation>
    </message>
    <message>
        <source>{file}, plus {backups} of backups</source>
        <translation>{file} und {backups} Sicherungen</translation>
    </message>
    <message>
        <source>{file}, {when}</source>
        <translation>{file}, {when}</translation>
    </message>
    <message>
        <source>{first} and {second}</source>
        <translation>{first} und {second}</translation>
    </message>
    <message>
        <source>{first} to {last}: from {start} to {end} {unit}. Now: {latest}.</source>
        <translation>{first} bis {last}: von {start} auf {end} {unit}. Jetzt: {latest}.</translation>
    </message>
    <message numerus="yes">
        <source>{first}, and %n other problems</source>
        <translation>
            <numerusform>{first} und %n weiteres Problem</numerusform>
            <numerusform>{first} und %n weitere Probleme</numerusform>
        </translation>
    </message>
    <message>
        <source>{first}–{last} {month}</source>
        <translation>{first}.–{last}. {month}</translation>
    </message>
    <message>
        <source>{folder} and {n} more</source>
        <translation>{folder} und {n} weitere</translation>
    </message>
    <message>
        <source>{folder} can&apos;t be changed: {error}.</source>
        <translation>{folder} kann nicht geändert werden: {error}.</translation>
    </message>
    <message>
        <source>{folder} can&apos;t be written ({error}), so old backups or notes are not changed yet. Arbor goes on at its next start.</source>
        <translation>{folder} kann nicht beschrieben werden ({error}), deshalb sind alte Sicherungen oder Notizen noch nicht geändert. Arbor macht beim nächsten Start weiter.</translation>
    </message>
    <message>
        <source>{folder} is no longer read</source>
        <translation>{folder} wird nicht mehr gelesen</translation>
    </message>
    <message>
        <source>{given} with memories, {without} without</source>
        <translation>{given} mit Erinnerungen, {without} ohne</translation>
    </message>
    <message>
        <source>{help} Examples: *.tmp.jsonl, ~/private.</source>
        <translation>{help} Zum Beispiel *.tmp.jsonl oder ~/private.</translation>
    </message>
    <message>
        <source>{host} answered with error {code}. Try again later.</source>
        <translation>{host} hat mit Fehler {code} geantwortet. Versuchen Sie es später noch einmal.</translation>
    </message>
    <message>
        <source>{host} can&apos;t be found. Check the address and the network.</source>
        <translation>{host} wurde nicht gefunden. Prüfen Sie die Adresse und das Netzwerk.</translation>
    </message>
    <message>
        <source>{host} can&apos;t be reached: {why}. Check your connection.</source>
        <translation>{host} ist nicht erreichbar: {why}. Prüfen Sie Ihre Verbindung.</translation>
    </message>
    <message>
        <source>{host} gave an unexpected answer. Try again later.</source>
        <translation>{host} hat eine unerwartete Antwort gegeben. Versuchen Sie es später noch einmal.</translation>
    </message>
    <message>
        <source>{host} has no released version.</source>
        <translation>Auf {host} ist keine Version veröffentlicht.</translation>
    </message>
    <message>
        <source>{host} is getting too many requests. Try again later.</source>
        <translation>{host} erhält zu viele Anfragen. Versuchen Sie es später noch einmal.</translation>
    </message>
    <message>
        <source>{h} h {min} min</source>
        <translation>{h} Std. {min} Min.</translation>
    </message>
    <message>
        <source>{kinds}; first saved on {days}.</source>
        <translation>{kinds}; zuerst gespeichert am {days}.</translation>
    </message>
    <message>
        <source>{kind} in {project}: {advice}</source>
        <translation>{kind} in {project}: {advice}</translation>
    </message>
    <message>
        <source>{kind}: {end}.</source>
        <translation>{kind}: {end}.</translation>
    </message>
    <message>
        <source>{level} confidence</source>
        <translation>Gewissheit {level}</translation>
    </message>
    <message>
        <source>{level} or higher</source>
        <translation>{level} oder höher</translation>
    </message>
    <message>
        <source>{list} and {last}</source>
        <translation>{list} und {last}</translation>
    </message>
    <message>
        <source>{list} or {last}</source>
        <translation>{list} oder {last}</translation>
    </message>
    <message>
        <source>{matching} of 8 groups match</source>
        <translation>{matching} von 8 Gruppen stimmen</translation>
    </message>
    <message>
        <source>{memories} accepted</source>
        <translation>{memories} angenommen</translation>
    </message>
    <message>
        <source>{memories} added</source>
        <translation>{memories} hinzugefügt</translation>
    </message>
    <message>
        <source>{memories} added by you</source>
        <translation>{memories} von Ihnen hinzugefügt</translation>
    </message>
    <message>
        <source>{memories} archived</source>
        <translation>{memories} archiviert</translation>
    </message>
    <message>
        <source>{memories} changed</source>
        <translation>{memories} geändert</translation>
    </message>
    <message>
        <source>{memories} deleted</source>
        <translation>{memories} gelöscht</translation>
    </message>
    <message>
        <source>{memories} didn&apos;t help.</source>
        <translation>{memories} halfen nicht.</translation>
    </message>
    <message>
        <source>{memories} imported</source>
        <translation>{memories} importiert</translation>
    </message>
    <message>
        <source>{memories} in its context, looked up by the AI.</source>
        <translation>{memories} in ihrem Kontext, von der KI nachgeschlagen.</translation>
    </message>
    <message>
        <source>{memories} in its context, shared at {time} and read.</source>
        <translation>{memories} in ihrem Kontext, um {time} weitergegeben und angekommen.</translation>
    </message>
    <message>
        <source>{memories} mentioned</source>
        <translation>{memories} erwähnt</translation>
    </message>
    <message>
        <source>{memories} now applies to all projects</source>
        <translation>{memories} gilt jetzt in allen Projekten</translation>
    </message>
    <message>
        <source>{memories} now apply to all projects</source>
        <translation>{memories} gelten jetzt in allen Projekten</translation>
    </message>
    <message>
        <source>{memories} rejected</source>
        <translation>{memories} abgelehnt</translation>
    </message>
    <message>
        <source>{memories} replaced</source>
        <translation>{memories} ersetzt</translation>
    </message>
    <message>
        <source>{memories} restored</source>
        <translation>{memories} wiederhergestellt</translation>
    </message>
    <message>
        <source>{memories} saved by an AI tool</source>
        <translation>{memories} von einem KI-Werkzeug gespeichert</translation>
    </message>
    <message>
        <source>{memories} sent to review</source>
        <translation>{memories} zur Prüfung vorgelegt</translation>
    </message>
    <message>
        <source>{memories} shared</source>
        <translation>{memories} weitergegeben</translation>
    </message>
    <message>
        <source>{memories} shared at {time}. Not known whether it saw them.</source>
        <translation>{memories} um {time} weitergegeben. Nicht bekannt, ob sie ankamen.</translation>
    </message>
    <message>
        <source>{message} Server message: {text}</source>
        <translation>{message} Meldung: {text}</translation>
    </message>
    <message>
        <source>{min} min {s} s</source>
        <translation>{min} Min. {s} s</translation>
    </message>
    <message>
        <source>{model} (default)</source>
        <translation>{model} (Standard)</translation>
    </message>
    <message>
        <source>{model} answered in {seconds} s</source>
        <translation>{model} hat in {seconds} s geantwortet</translation>
    </message>
    <message>
        <source>{name} (ignored)</source>
        <translation>{name} (ignoriert)</translation>
    </message>
    <message>
        <source>{name} (you)</source>
        <translation>{name} (Sie)</translation>
    </message>
    <message>
        <source>{name} and {count} more</source>
        <translation>{name} und {count} weitere</translation>
    </message>
    <message>
        <source>{name} can no longer reach the server, but keeps what was received. The team keeps the memories that {name} shared.</source>
        <translation>{name} erreicht den Server nicht mehr, behält aber das Erhaltene. Was {name} geteilt hat, bleibt beim Team.</translation>
    </message>
    <message>
        <source>{name} has a similar one: “{text}”</source>
        <translation>{name} hat eine ähnliche: „{text}“</translation>
    </message>
    <message>
        <source>{name} is no longer in a group</source>
        <translation>{name} gehört zu keiner Gruppe mehr</translation>
    </message>
    <message>
        <source>{name} is now a private project</source>
        <translation>{name} ist jetzt ein privates Projekt</translation>
    </message>
    <message>
        <source>{name} is now a work project</source>
        <translation>{name} ist jetzt ein Arbeitsprojekt</translation>
    </message>
    <message>
        <source>{name} is now in the group {group}</source>
        <translation>{name} gehört jetzt zur Gruppe {group}</translation>
    </message>
    <message>
        <source>{name} is trusted already</source>
        <translation>{name} wird schon vertraut</translation>
    </message>
    <message>
        <source>{name} is trusted now</source>
        <translation>{name} wird jetzt vertraut</translation>
    </message>
    <message>
        <source>{name} joins under Settings → Team → Join with this invitation.</source>
        <translation>{name} tritt mit dieser Einladung unter Einstellungen → Team → Beitreten bei.</translation>
    </message>
    <message>
        <source>{name} shared it without a quote.</source>
        <translation>{name} hat sie ohne Zitat geteilt.</translation>
    </message>
    <message>
        <source>{name} shared this quote. The rest of the conversation stays with them.</source>
        <translation>{name} hat dieses Zitat geteilt. Der Rest des Gesprächs bleibt dort.</translation>
    </message>
    <message>
        <source>{needed} MB of free space are needed on the disk of {folder}; {free} MB are free.</source>
        <translation>Auf dem Datenträger von {folder} werden {needed} MB benötigt; {free} MB sind frei.</translation>
    </message>
    <message>
        <source>{number} of {count}</source>
        <translation>{number} von {count}</translation>
    </message>
    <message>
        <source>{n} %</source>
        <translation>{n} %</translation>
    </message>
    <message>
        <source>{n} less</source>
        <translation>{n} weniger</translation>
    </message>
    <message>
        <source>{n} months</source>
        <translation>{n} Monate</translation>
    </message>
    <message>
        <source>{n} more</source>
        <translation>{n} mehr</translation>
    </message>
    <message>
        <source>{n} of {total}</source>
        <translation>{n} von {total}</translation>
    </message>
    <message>
        <source>{n} of {total} connected</source>
        <translation>{n} von {total} verbunden</translation>
    </message>
    <message>
        <source>{n} of {total} resolved</source>
        <translation>{n} von {total} gelöst</translation>
    </message>
    <message>
        <source>{n} of {total} sources chosen</source>
        <translation>{n} von {total} Quellen ausgewählt</translation>
    </message>
    <message>
        <source>{n} questions are still open.</source>
        <translation>{n} Fragen sind noch offen.</translation>
    </message>
    <message>
        <source>{n} s</source>
        <translation>{n} s</translation>
    </message>
    <message>
        <source>{n} sessions without memories so far.</source>
        <translation>Bisher {n} Sitzungen ohne Erinnerungen.</translation>
    </message>
    <message>
        <source>{one} and {other} are alternatives. Usually only one is used.</source>
        <translation>{one} und {other} sind Alternativen. Meist wird nur eine verwendet.</translation>
    </message>
    <message>
        <source>{one} and {other} are opposites.</source>
        <translation>{one} und {other} sind Gegensätze.</translation>
    </message>
    <message>
        <source>{others} or {last}</source>
        <translation>{others} oder {last}</translation>
    </message>
    <message>
        <source>{part} of {whole}</source>
        <translation>{part} von {whole}</translation>
    </message>
    <message>
        <source>{part} of {whole} helped</source>
        <translation>{part} von {whole} halfen</translation>
    </message>
    <message>
        <source>{part} of {whole} memories</source>
        <translation>{part} von {whole} Erinnerungen</translation>
    </message>
    <message>
        <source>{part} of {whole} {what}</source>
        <translation>{part} von {whole} {what}</translation>
    </message>
    <message>
        <source>{path} belongs to an ignored project. Stop ignoring it, then try again.</source>
        <translation>{path} gehört zu einem ignorierten Projekt. Ignorieren Sie es nicht mehr und versuchen Sie es erneut.</translation>
    </message>
    <message>
        <source>{path} belongs to no tool that Arbor knows.</source>
        <translation>{path} gehört zu keinem Werkzeug, das Arbor kennt.</translation>
    </message>
    <message>
        <source>{path} can&apos;t be written: {error}.</source>
        <translation>{path} kann nicht beschrieben werden: {error}.</translation>
    </message>
    <message>
        <source>{path} could not be changed: {reason}.</source>
        <translation>{path} konnte nicht geändert werden: {reason}.</translation>
    </message>
    <message>
        <source>{path} is not a file.</source>
        <translation>{path} ist keine Datei.</translation>
    </message>
    <message>
        <source>{path} is not a memory file of {tool}.</source>
        <translation>{path} ist keine Erinnerungsdatei von {tool}.</translation>
    </message>
    <message>
        <source>{path} is read-only, so it was not changed.</source>
        <translation>{path} ist schreibgeschützt und wurde nicht geändert.</translation>
    </message>
    <message>
        <source>{path} is too large now to be kept. Move it away, then try again.</source>
        <translation>{path} ist jetzt zu groß zum Aufbewahren. Verschieben Sie die Datei und versuchen Sie es erneut.</translation>
    </message>
    <message>
        <source>{path} leads to {real}, which Arbor does not read or change.</source>
        <translation>{path} führt zu {real}. Das liest und ändert Arbor nicht.</translation>
    </message>
    <message>
        <source>{path} was changed in the meantime. Check it, then try again.</source>
        <translation>{path} wurde inzwischen geändert. Prüfen Sie die Datei und versuchen Sie es erneut.</translation>
    </message>
    <message>
        <source>{pattern} is no longer ignored</source>
        <translation>{pattern} wird nicht mehr ignoriert</translation>
    </message>
    <message>
        <source>{place}, the {name} memory</source>
        <translation>{place} die {name}</translation>
    </message>
    <message>
        <source>{place}, your AI sees the {name} memory</source>
        <translation>{place} sieht Ihre KI die {name} Erinnerung</translation>
    </message>
    <message>
        <source>{project} is ignored. Its conversations are no longer read.</source>
        <translation>{project} wird ignoriert. Die Gespräche werden nicht mehr gelesen.</translation>
    </message>
    <message>
        <source>{project} is no longer ignored</source>
        <translation>{project} wird nicht mehr ignoriert</translation>
    </message>
    <message>
        <source>{project} is now ignored. Arbor no longer reads its conversations.</source>
        <translation>{project} wird jetzt ignoriert. Arbor liest seine Gespräche nicht mehr.</translation>
    </message>
    <message>
        <source>{project} uses {technology}</source>
        <translation>{project} verwendet {technology}</translation>
    </message>
    <message>
        <source>{project}: {counts} deleted</source>
        <translation>{project}: {counts} gelöscht</translation>
    </message>
    <message>
        <source>{reason}. A global memory says the same</source>
        <translation>{reason}. Eine globale Erinnerung besagt dasselbe</translation>
    </message>
    <message>
        <source>{reason}. Also learned in {project}</source>
        <translation>{reason}. Auch in {project} gelernt</translation>
    </message>
    <message>
        <source>{reason}. You wrote: {notes}</source>
        <translation>{reason}. Sie schrieben: {notes}</translation>
    </message>
    <message>
        <source>{reason}; its confidence was {figure}</source>
        <translation>{reason}; ihre Gewissheit war {figure}</translation>
    </message>
    <message>
        <source>{received} tokens in, {sent} out</source>
        <translation>{received} Token ein, {sent} aus</translation>
    </message>
    <message numerus="yes">
        <source>{removed} of %n lines removed</source>
        <translation>
            <numerusform>{removed} von %n Zeile entfernt</numerusform>
            <numerusform>{removed} von %n Zeilen entfernt</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{removed} of %n lines removed from {file}</source>
        <translation>
            <numerusform>{removed} von %n Zeile aus {file} entfernt</numerusform>
            <numerusform>{removed} von %n Zeilen aus {file} entfernt</numerusform>
        </translation>
    </message>
    <message>
        <source>{seconds} s</source>
        <translation>{seconds} s</translation>
    </message>
    <message>
        <source>{server} can&apos;t be reached. Is the server running?</source>
        <translation>{server} ist nicht erreichbar. Läuft der Server?</translation>
    </message>
    <message>
        <source>{server} did not accept the API key. Enter a new one.</source>
        <translation>{server} hat den API-Schlüssel nicht akzeptiert. Geben Sie einen neuen ein.</translation>
    </message>
    <message>
        <source>{server} did not answer within {seconds} seconds. Arbor will try again later. For a slow model, set a longer timeout in Settings → Reading.</source>
        <translation>{server} hat nicht binnen {seconds} Sekunden geantwortet. Arbor versucht es später erneut. Für ein langsames Modell stellen Sie unter Einstellungen → Lesen ein längeres Zeitlimit ein.</translation>
    </message>
    <message>
        <source>{server} does not allow this key to use the model. Choose another model or key.</source>
        <translation>{server} lässt diesen Schlüssel das Modell nicht verwenden. Wählen Sie ein anderes Modell oder einen anderen Schlüssel.</translation>
    </message>
    <message>
        <source>{server} has no model named {model}. Choose another model, or load this one on the server.</source>
        <translation>{server} hat kein Modell {model}. Wählen Sie ein anderes oder laden Sie es dort.</translation>
    </message>
    <message>
        <source>{server} is overloaded. Arbor will try again later.</source>
        <translation>{server} ist überlastet. Arbor versucht es später erneut.</translation>
    </message>
    <message>
        <source>{server} redirects to {address}. Enter the right address in Settings → Reading.</source>
        <translation>{server} leitet um zu {address}. Geben Sie die richtige Adresse unter Einstellungen → Lesen ein.</translation>
    </message>
    <message>
        <source>{server} rejected the request ({status}).</source>
        <translation>{server} hat die Anfrage abgelehnt ({status}).</translation>
    </message>
    <message>
        <source>{server} reported an error. Arbor will try again later.</source>
        <translation>{server} meldet einen Fehler. Arbor versucht es später erneut.</translation>
    </message>
    <message>
        <source>{server} reports that the account has no credit left. Add credit or raise the limit, then try again.</source>
        <translation>{server} meldet, dass das Konto kein Guthaben mehr hat. Laden Sie es auf oder erhöhen Sie das Limit und versuchen Sie es erneut.</translation>
    </message>
    <message>
        <source>{server} took too long to answer. Arbor will try again later.</source>
        <translation>{server} brauchte zu lange für die Antwort. Arbor versucht es später erneut.</translation>
    </message>
    <message>
        <source>{server}: rate limit reached. Arbor will try again later.</source>
        <translation>{server}: das Ratenlimit ist erreicht. Arbor versucht es später erneut.</translation>
    </message>
    <message>
        <source>{service} key</source>
        <translation>{service}-Schlüssel</translation>
    </message>
    <message>
        <source>{service} token</source>
        <translation>{service}-Token</translation>
    </message>
    <message>
        <source>{shared} shared in these sessions: {became}.</source>
        <translation>{shared} in diesen Sitzungen weitergegeben: {became}.</translation>
    </message>
    <message>
        <source>{share} of its limit</source>
        <translation>{share} der Grenze</translation>
    </message>
    <message>
        <source>{share} of the time it was on</source>
        <translation>{share} der Zeit, in der es lief</translation>
    </message>
    <message>
        <source>{share} of your budget</source>
        <translation>{share} Ihres Budgets</translation>
    </message>
    <message>
        <source>{share} similar</source>
        <translation>{share} ähnlich</translation>
    </message>
    <message>
        <source>{shown} linked memories, {links}</source>
        <translation>{shown} verknüpfte Erinnerungen, {links}</translation>
    </message>
    <message>
        <source>{shown} of {all} · kinds and places only, never the secret</source>
        <translation>{shown} von {all} · nur Arten und Orte, nie das Geheimnis</translation>
    </message>
    <message>
        <source>{shown} of {known}</source>
        <translation>{shown} von {known}</translation>
    </message>
    <message>
        <source>{shown} of {total} linked memories, {links}</source>
        <translation>{shown} von {total} verknüpften Erinnerungen, {links}</translation>
    </message>
    <message>
        <source>{size} in total</source>
        <translation>{size} insgesamt</translation>
    </message>
    <message>
        <source>{size} of {limit} bytes</source>
        <translation>{size} von {limit} Byte</translation>
    </message>
    <message>
        <source>{size} of {limit} characters</source>
        <translation>{size} von {limit} Zeichen</translation>
    </message>
    <message>
        <source>{solved} of {met} errors resolved</source>
        <translation>{solved} von {met} Fehlern behoben</translation>
    </message>
    <message>
        <source>{span}, {level}: {count} {unit}, {share}</source>
        <translation>{span}, {level}: {count} {unit}, {share}</translation>
    </message>
    <message>
        <source>{spent} in {calls}. No monthly budget is set.</source>
        <translation>{spent} in {calls}. Es ist kein Monatsbudget festgelegt.</translation>
    </message>
    <message>
        <source>{spent} of {budget} in {calls}.</source>
        <translation>{spent} von {budget}, in {calls}.</translation>
    </message>
    <message>
        <source>{spent} of {budget} this month</source>
        <translation>{spent} von {budget} im Monat</translation>
    </message>
    <message>
        <source>{spent} this month</source>
        <translation>{spent} im Monat</translation>
    </message>
    <message>
        <source>{status}. Show status</source>
        <translation>{status}. Status anzeigen</translation>
    </message>
    <message>
        <source>{s} s</source>
        <translation>{s} s</translation>
    </message>
    <message>
        <source>{task} failed</source>
        <translation>{task} fehlgeschlagen</translation>
    </message>
    <message>
        <source>{task} maintenance</source>
        <translation>{task} Wartung</translation>
    </message>
    <message>
        <source>{task} maintenance has not run yet</source>
        <translation>{task}: noch nicht gelaufen</translation>
    </message>
    <message>
        <source>{task} maintenance: day of the month</source>
        <translation>{task}, Tag des Monats</translation>
    </message>
    <message>
        <source>{task} maintenance: day of the week</source>
        <translation>{task}, Wochentag</translation>
    </message>
    <message>
        <source>{task} maintenance: reset schedule</source>
        <translation>Zurücksetzen, wann {task} läuft</translation>
    </message>
    <message>
        <source>{task} maintenance: run automatically</source>
        <translation>{task}, automatisch</translation>
    </message>
    <message>
        <source>{task} maintenance: run now</source>
        <translation>{task} jetzt ausführen</translation>
    </message>
    <message>
        <source>{task} maintenance: time of day</source>
        <translation>{task}, Uhrzeit</translation>
    </message>
    <message>
        <source>{task} was interrupted</source>
        <translation>{task}: unterbrochen</translation>
    </message>
    <message>
        <source>{task} was stopped</source>
        <translation>{task}: angehalten</translation>
    </message>
    <message>
        <source>{times}, most recently {when}</source>
        <translation>{times}, zuletzt {when}</translation>
    </message>
    <message>
        <source>{title} (table)</source>
        <translation>{title} (Tabelle)</translation>
    </message>
    <message>
        <source>{title} ({count})</source>
        <translation>{title} ({count})</translation>
    </message>
    <message>
        <source>{title} was cleared</source>
        <translation>{title} wurde geleert</translation>
    </message>
    <message>
        <source>{title}: number of days</source>
        <translation>{title}: Anzahl der Tage</translation>
    </message>
    <message>
        <source>{tokens} tokens</source>
        <translation>{tokens} Token</translation>
    </message>
    <message>
        <source>{tool} can search your memories and save or suggest new ones.</source>
        <translation>{tool} kann Ihre Erinnerungen durchsuchen und neue speichern oder vorschlagen.</translation>
    </message>
    <message numerus="yes">
        <source>{tool} got %n of your memories</source>
        <translation>
            <numerusform>{tool} bekam %n Ihrer Erinnerungen</numerusform>
            <numerusform>{tool} bekam %n Ihrer Erinnerungen</numerusform>
        </translation>
    </message>
    <message>
        <source>{tool} hook: error</source>
        <translation>Hook von {tool}: Fehler</translation>
    </message>
    <message>
        <source>{tool} hook: needs repair</source>
        <translation>Hook von {tool}: Reparatur nötig</translation>
    </message>
    <message>
        <source>{tool} hook: not responding</source>
        <translation>Hook von {tool}: antwortet nicht</translation>
    </message>
    <message>
        <source>{tool} isn&apos;t connected to Arbor.</source>
        <translation>{tool} ist nicht mit Arbor verbunden.</translation>
    </message>
    <message numerus="yes">
        <source>{tool} just got %n of your memories</source>
        <translation>
            <numerusform>{tool} bekam gerade %n Ihrer Erinnerungen</numerusform>
            <numerusform>{tool} bekam gerade %n Ihrer Erinnerungen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{tool} just used %n of your memories</source>
        <translation>
            <numerusform>{tool} nutzte gerade %n Ihrer Erinnerungen</numerusform>
            <numerusform>{tool} nutzte gerade %n Ihrer Erinnerungen</numerusform>
        </translation>
    </message>
    <message>
        <source>{tool} session</source>
        <translation>Eine Sitzung von {tool}</translation>
    </message>
    <message numerus="yes">
        <source>{tool} used %n of your memories</source>
        <translation>
            <numerusform>{tool} nutzte %n Ihrer Erinnerungen</numerusform>
            <numerusform>{tool} nutzte %n Ihrer Erinnerungen</numerusform>
        </translation>
    </message>
    <message>
        <source>{tool} was connected after this session began.</source>
        <translation>{tool} wurde erst nach Beginn dieser Sitzung verbunden.</translation>
    </message>
    <message>
        <source>{tool} was not found on this computer.</source>
        <translation>{tool} wurde auf diesem Computer nicht gefunden.</translation>
    </message>
    <message>
        <source>{tool} will no longer use this integration. The rest of its configuration stays unchanged.</source>
        <translation>{tool} verwendet diese Anbindung nicht mehr. Der Rest der Konfiguration bleibt unverändert.</translation>
    </message>
    <message>
        <source>{tool}: automatic</source>
        <translation>{tool}: automatisch</translation>
    </message>
    <message>
        <source>{tool}: look-up</source>
        <translation>{tool}: Nachschlagen</translation>
    </message>
    <message>
        <source>{verdict}.</source>
        <translation>{verdict}.</translation>
    </message>
    <message>
        <source>{verdict}. 9 times in 10, the real difference is {range}.</source>
        <translation>{verdict}. In 9 von 10 Fällen ist der wahre Unterschied {range}.</translation>
    </message>
    <message>
        <source>{what} archived</source>
        <translation>{what} archiviert</translation>
    </message>
    <message>
        <source>{what} assessed by the model</source>
        <translation>{what} vom Modell beurteilt</translation>
    </message>
    <message>
        <source>{what} checked</source>
        <translation>{what} geprüft</translation>
    </message>
    <message>
        <source>{what} compared</source>
        <translation>{what} verglichen</translation>
    </message>
    <message>
        <source>{what} compressed</source>
        <translation>{what} komprimiert</translation>
    </message>
    <message>
        <source>{what} compressed ({size} saved)</source>
        <translation>{what} komprimiert ({size} gespart)</translation>
    </message>
    <message>
        <source>{what} created</source>
        <translation>{what} erstellt</translation>
    </message>
    <message>
        <source>{what} deleted permanently</source>
        <translation>{what} endgültig gelöscht</translation>
    </message>
    <message>
        <source>{what} failed</source>
        <translation>{what} fehlgeschlagen</translation>
    </message>
    <message>
        <source>{what} found</source>
        <translation>{what} gefunden</translation>
    </message>
    <message>
        <source>{what} freed</source>
        <translation>{what} freigegeben</translation>
    </message>
    <message>
        <source>{what} indexed</source>
        <translation>{what} indiziert</translation>
    </message>
    <message>
        <source>{what} judged unlikely by the model</source>
        <translation>{what} vom Modell für unwahrscheinlich gehalten</translation>
    </message>
    <message>
        <source>{what} made global</source>
        <translation>{what} global gemacht</translation>
    </message>
    <message>
        <source>{what} merged</source>
        <translation>{what} zusammengeführt</translation>
    </message>
    <message>
        <source>{what} read</source>
        <translation>{what} gelesen</translation>
    </message>
    <message>
        <source>{what} removed</source>
        <translation>{what} entfernt</translation>
    </message>
    <message>
        <source>{what} repaired</source>
        <translation>{what} repariert</translation>
    </message>
    <message>
        <source>{what} reworded by the model</source>
        <translation>{what} vom Modell umformuliert</translation>
    </message>
    <message>
        <source>{what} shortened</source>
        <translation>{what} gekürzt</translation>
    </message>
    <message>
        <source>{what} updated</source>
        <translation>{what} aktualisiert</translation>
    </message>
    <message>
        <source>{what}, saving {size}</source>
        <translation>{what}, {size} gespart</translation>
    </message>
    <message>
        <source>{what}, since {day}</source>
        <translation>{what}, seit {day}</translation>
    </message>
    <message>
        <source>{who} apply to all projects, but they can&apos;t {both} be true.</source>
        <translation>{who} gelten für alle Projekte, können aber nicht {both} stimmen.</translation>
    </message>
    <message>
        <source>{who} can&apos;t answer right now.</source>
        <translation>{who} kann gerade nicht antworten.</translation>
    </message>
    <message>
        <source>{who} can&apos;t be reached. Check your network connection.</source>
        <translation>{who} ist nicht erreichbar. Prüfen Sie Ihre Netzwerkverbindung.</translation>
    </message>
    <message>
        <source>{who} can&apos;t {both} be true for {where}.</source>
        <translation>{who} können für {where} nicht {both} stimmen.</translation>
    </message>
    <message>
        <source>{who} didn&apos;t accept this API key.</source>
        <translation>{who} hat diesen API-Schlüssel nicht akzeptiert.</translation>
    </message>
    <message>
        <source>{who} doesn&apos;t allow your account to use this model.</source>
        <translation>{who} lässt Ihr Konto dieses Modell nicht verwenden.</translation>
    </message>
    <message>
        <source>{who} doesn&apos;t offer this model.</source>
        <translation>{who} bietet dieses Modell nicht an.</translation>
    </message>
    <message>
        <source>{who} had an internal error.</source>
        <translation>{who} hatte einen internen Fehler.</translation>
    </message>
    <message>
        <source>{who} isn&apos;t responding. Check the address, and make sure the server is running.</source>
        <translation>{who} antwortet nicht. Prüfen Sie die Adresse und ob der Server läuft.</translation>
    </message>
    <message>
        <source>{who} reports that the rate limit was reached.</source>
        <translation>{who} meldet, dass das Ratenlimit erreicht ist.</translation>
    </message>
    <message>
        <source>{who} reports that your account has no credit left.</source>
        <translation>{who} meldet, dass Ihr Konto kein Guthaben mehr hat.</translation>
    </message>
    <message>
        <source>{who} took too long to respond.</source>
        <translation>{who} brauchte zu lange für die Antwort.</translation>
    </message>
    <message>
        <source>{worth}, archived</source>
        <translation>{worth}, archiviert</translation>
    </message>
    <message>
        <source>“Got it, …”</source>
        <translation>„Verstanden, …“</translation>
    </message>
    <message>
        <source>“remember that …”</source>
        <translation>„merk dir …“</translation>
    </message>
    <message>
        <source>“{what}” connected</source>
        <translation>„{what}“ verbunden</translation>
    </message>
    <message>
        <source>“{what}” disconnected</source>
        <translation>„{what}“ getrennt</translation>
    </message>
    <message>
        <source>“{what}” repaired</source>
        <translation>„{what}“ repariert</translation>
    </message>
    <message>
        <source>“{what}” updated</source>
        <translation>„{what}“ aktualisiert</translation>
    </message>
    <message numerus="yes">
        <source>… %n more lines</source>
        <translation>
            <numerusform>… %n weitere Zeile</numerusform>
            <numerusform>… %n weitere Zeilen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>… %n unchanged lines</source>
        <translation>
            <numerusform>… %n unveränderte Zeile</numerusform>
            <numerusform>… %n unveränderte Zeilen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>… and %n more lines</source>
        <translation>
            <numerusform>… und %n weitere Zeile</numerusform>
            <numerusform>… und %n weitere Zeilen</numerusform>
        </translation>
    </message>
    <message>
        <source>← less with memories</source>
        <translation>← weniger mit Erinnerungen</translation>
    </message>
</context>
</TS>
