"""Redfish trees of the end-to-end tests, written as {path below /redfish/v1: body}, and the values in them that move."""
import json
import pathlib

ROOT = "/redfish/v1"
SERIAL = "SN-CANARY-0815"


def link(path: str) -> dict:
    return {"@odata.id": ROOT + path}


def members(*paths: str) -> dict:
    return {"Members": [link(path) for path in paths]}


def write(resources: dict, folder: pathlib.Path) -> pathlib.Path:
    for path, body in resources.items():
        file = folder / "redfish/v1" / path.strip("/") / "index.json"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps(body))
    return folder


def root(**more) -> dict:
    return {"RedfishVersion": "1.20.0", "Vendor": "Example", "Product": "Node", "UUID": "11111111-2222-3333-4444-555555555555",
            "ProtocolFeaturesSupported": {"ExpandQuery": {"NoLinks": True, "Levels": True}}, "Links": {"Sessions": link("/SessionService/Sessions")}, **more}


def node_tree() -> dict:
    """A node with everything stated."""
    return {
        "": root(Chassis=link("/Chassis"), Managers=link("/Managers")),
        "/Managers": members("/Managers/1"),
        "/Managers/1": {"Id": "1", "ManagerType": "BMC", "FirmwareVersion": "7.10.30"},
        "/Chassis": members("/Chassis/1"),
        "/Chassis/1": {"Id": "1", "ChassisType": "RackMount", "SerialNumber": SERIAL, "Links": {"ManagedBy": [link("/Managers/1")]}, "EnvironmentMetrics": link("/Chassis/1/E"), "Sensors": link("/Chassis/1/S")},
        "/Chassis/1/E": {"PowerWatts": {"DataSourceUri": ROOT + "/Chassis/1/S/P", "Reading": 512.5},
                         "EnergykWh": {"DataSourceUri": ROOT + "/Chassis/1/S/E", "Reading": 10.5, "LifetimeReading": 704.729123}},
        "/Chassis/1/S": members("/Chassis/1/S/P", "/Chassis/1/S/E"),
        "/Chassis/1/S/P": {"Id": "P", "ReadingType": "Power", "ReadingUnits": "W", "Reading": 512.5, "ElectricalContext": "Total", "VoltageType": "AC",
                           "SensingInterval": "PT0.5S", "ReadingAccuracy": 5.0, "ReadingTime": "2026-11-30T11:30:00Z"},
        "/Chassis/1/S/E": {"Id": "E", "ReadingType": "EnergykWh", "ReadingUnits": "kW.h", "Reading": 10.5, "LifetimeReading": 704.729123,
                           "ElectricalContext": "Total", "VoltageType": "AC"},
    }


def stated_node_tree(accuracy: float, energy: bool = False) -> dict:
    """A node that shows its power, and its energy if so, in EnvironmentMetrics and states its accuracy in percent."""
    tree = node_tree()
    del tree["/Chassis/1/S/P"]["ReadingAccuracy"], tree["/Chassis/1/S/P"]["ReadingTime"]
    for sensor in ("P", "E"):
        tree[f"/Chassis/1/S/{sensor}"]["Accuracy"] = accuracy
    if not energy:
        del tree["/Chassis/1/E"]["EnergykWh"], tree["/Chassis/1/S/E"]
        tree["/Chassis/1/S"] = members("/Chassis/1/S/P")
    return tree


def node_values(load: dict, energy_step: float = 1e-6) -> list:
    path = ROOT + "/Chassis/1/E"
    return [{"path": path, "pointer": "/PowerWatts/Reading", "kind": "power", "step": 0.1, **load},
            {"path": path, "pointer": "/EnergykWh/LifetimeReading", "kind": "energy", "unit": 3.6e6, "start": 2.5e9, "step": energy_step, **load}]


def old_node_tree(supplies: int = 2, capacity: float = 1600) -> dict:
    """The Power resource of most BMCs in the field: whole watts, and power supplies whose inputs add up to them."""
    unit = {"PowerCapacityWatts": capacity, "PowerSupplyType": "AC", "Status": {"State": "Enabled", "Health": "OK"}}
    return {
        "": root(Chassis=link("/Chassis"), Systems=link("/Systems")),
        "/Systems": members("/Systems/1"),
        "/Systems/1": {"Id": "1", "SystemType": "Physical", "PowerState": "On", "Links": {"Chassis": [link("/Chassis/1")]}},
        "/Chassis": members("/Chassis/1"),
        "/Chassis/1": {"Id": "1", "ChassisType": "RackMount", "Manufacturer": "Example", "Model": "Server 2", "SerialNumber": SERIAL, "Power": link("/Chassis/1/Power"),
                       "Links": {"ComputerSystems": [link("/Systems/1")]}},
        "/Chassis/1/Power": {"PowerControl": [{"MemberId": "0", "PowerConsumedWatts": 500}],
                             "PowerSupplies": [{"MemberId": str(i), **unit, "PowerInputWatts": 250, "PowerOutputWatts": 235} for i in range(supplies)]},
    }


def old_node_values(load: dict, supplies: int = 2, **more) -> list:
    path, value = ROOT + "/Chassis/1/Power", {"kind": "power", "step": 1, **load, **more}
    out = [{"path": path, "pointer": "/PowerControl/0/PowerConsumedWatts", **value}]
    for i in range(supplies):
        for name, share in (("PowerInputWatts", 1.0), ("PowerOutputWatts", 0.93)):
            out.append({"path": path, "pointer": f"/PowerSupplies/{i}/{name}", **value, "gain": value.get("gain", 1.0) * share / supplies})
    return out


def pdu_tree(outlets: list, kind: str = "RackPDUs", accuracy: float | None = None) -> dict:
    """accuracy: percent, as the sensors behind the outlets state it; None: there are none."""
    base = f"/PowerEquipment/{kind}/1"
    tree = {
        "": root(PowerEquipment=link("/PowerEquipment")),
        "/PowerEquipment": {kind: link(f"/PowerEquipment/{kind}")},
        f"/PowerEquipment/{kind}": members(base),
        base: {"Id": "1", "EquipmentType": kind.removesuffix("s"), "Manufacturer": "Example", "Model": "PDU 9", "SerialNumber": "PDU-" + SERIAL, "Outlets": link(base + "/Outlets")},
        base + "/Outlets": members(*(f"{base}/Outlets/{o}" for o in outlets)),
    }
    for name in outlets:
        tree[f"{base}/Outlets/{name}"] = {"@odata.id": f"{ROOT}{base}/Outlets/{name}", "Id": name, "VoltageType": "AC", "NominalVoltage": "AC230V", "PowerState": "On",
                                          "PowerWatts": {"Reading": 250.0}, "EnergykWh": {"Reading": 10.00001, "SensorResetTime": "2026-02-03T04:05:06Z"}}
        if accuracy is None:
            continue
        for excerpt, kind_of in (("PowerWatts", "Power"), ("EnergykWh", "EnergykWh")):
            sensor = f"{base}/Sensors/{kind_of}{name}"
            tree[f"{base}/Outlets/{name}"][excerpt]["DataSourceUri"] = ROOT + sensor
            tree[sensor] = {"@odata.id": ROOT + sensor, "Id": f"{kind_of}{name}", "ReadingType": kind_of, "Accuracy": accuracy, "Reading": 1.0}
    return tree


def outlet_values(name: str, load: dict, **more) -> list:
    path = f"{ROOT}/PowerEquipment/RackPDUs/1/Outlets/{name}"
    return [{"path": path, "pointer": "/PowerWatts/Reading", "kind": "power", "step": 0.1, **load, **more},
            {"path": path, "pointer": "/EnergykWh/Reading", "kind": "energy", "unit": 3.6e6, "start": 3.6e7, "step": 1e-5, **load, **more}]


SHELF = "/PowerEquipment/PowerShelves/1"


def shelf_tree() -> dict:
    """A power shelf with two feeds whose summary has power and energy."""
    main = {"CircuitType": "Mains", "NominalVoltage": "AC200To240V", "PowerWatts": {"Reading": 700.0}}
    return {
        "": root(PowerEquipment=link("/PowerEquipment")),
        "/PowerEquipment": {"PowerShelves": link("/PowerEquipment/PowerShelves")},
        "/PowerEquipment/PowerShelves": members(SHELF),
        SHELF: {"Id": "1", "EquipmentType": "PowerShelf", "Manufacturer": "Example", "Model": "Shelf 33", "SerialNumber": "SHELF-" + SERIAL, "Mains": link(SHELF + "/Mains"),
                "Metrics": link(SHELF + "/Metrics")},
        SHELF + "/Mains": members(SHELF + "/Mains/AC1", SHELF + "/Mains/AC2"),
        SHELF + "/Mains/AC1": {"Id": "AC1", **main}, SHELF + "/Mains/AC2": {"Id": "AC2", **main},
        SHELF + "/Metrics": {"Id": "Metrics", "PowerWatts": {"Reading": 1400.0}, "EnergykWh": {"Reading": 56438.12345}},
    }


def shelf_values(load: dict) -> list:
    path = ROOT + SHELF + "/Metrics"
    return [{"path": path, "pointer": "/PowerWatts/Reading", "kind": "power", "step": 1, **load},
            {"path": path, "pointer": "/EnergykWh/Reading", "kind": "energy", "unit": 3.6e6, "start": 2e11, "step": 1e-5, **load}]
